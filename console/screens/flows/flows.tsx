import { Group } from '@mantine/core';
import { Workflow } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api/use-api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import type { Column } from '../../components/table-column.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { FlowActions } from './actions/flow-actions.tsx';
import { ImportFlow } from './actions/import-flow.tsx';
import { kindOf, type ListedFlow } from './listed-flow.ts';
import { flowMessages } from './messages.ts';

export default function Flows() {
  const messages = useMessages(flowMessages);
  const { withEllipsis } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [isImporting, setIsImporting] = useState(false);
  const flows = useRead(['flows'], (client) => client.management.flow.list());
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        <CreateButton may={mayChange} isSecond onClick={() => setIsImporting(true)}>
          {withEllipsis(messages.import)}
        </CreateButton>
      }
    >
      <RecordTable
        label={messages.title}
        columns={useColumns()}
        records={flows.data}
        idOf={({ id }) => id}
        error={flows.error}
        retry={flows.refetch}
        empty={<EmptyState icon={Workflow} title={messages.missing} />}
        actions={(flow) => <FlowActions flow={flow} />}
      />
      <ImportFlow opened={isImporting} onClose={() => setIsImporting(false)} flows={flows.data ?? []} />
    </Page>
  );
}

function useColumns(): Column<ListedFlow>[] {
  const messages = useMessages(flowMessages);
  return [
    {
      id: 'name',
      title: messages.name,
      card: 'title',
      show: ({ id, name }) => <ScreenLink to={`flows/${id}`}>{name}</ScreenLink>,
    },
    {
      id: 'id',
      title: messages.id,
      card: 'line',
      show: ({ id }) => <CopyText text={id} what={messages.id} />,
    },
    {
      id: 'description',
      title: messages.description,
      width: 260,
      show: ({ description }) => description,
    },
    {
      id: 'kind',
      title: messages.kind,
      card: 'fact',
      show: (flow) => messages.kinds[kindOf(flow)],
    },
    {
      id: 'status',
      title: messages.status,
      card: 'status',
      show: ({ disabled }) => <FlowStatus isOff={disabled} />,
    },
  ];
}

function FlowStatus({ isOff }: { isOff: boolean }) {
  const messages = useMessages(flowMessages);
  return (
    <Group>
      <StatusBadge tone={isOff ? 'off' : 'good'}>{isOff ? messages.off : messages.on}</StatusBadge>
    </Group>
  );
}
