import { Group, Stack } from '@mantine/core';
import { Handshake } from 'lucide-react';
import { useState } from 'react';
import type { InboundApplication } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { paged } from '../../components/paged.ts';
import { RecordTable } from '../../components/record-table.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import type { Column } from '../../components/table-column.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { thirdPartyMessages } from './messages.ts';
import { NewApp } from './new-app.tsx';
import { defaults } from './view.ts';

const pageSize = 25;

export function AppList({ onCreated }: { onCreated(id: string, secret: string): void }) {
  const messages = useMessages(thirdPartyMessages);
  const { nothingFound } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [view, change] = useUrlState(defaults);
  const [isCreating, setIsCreating] = useState(false);
  const apps = useRead(['third-party-apps'], (client) =>
    client.management.inboundApplication.loadAllApplications(),
  );
  const page = paged(apps.data, {
    ...view,
    textOf: ({ name, id, clientId }) => `${name} ${id} ${clientId}`,
    sort: { field: view.sort, desc: view.desc },
    pageSize,
  });
  const create = (
    <CreateButton may={mayChange} onClick={() => setIsCreating(true)}>
      {messages.create}
    </CreateButton>
  );
  return (
    <Stack>
      <Group justify="space-between">
        <SearchBox
          label={messages.search}
          value={view.text}
          onChange={(text) => change({ text, page: 1 }, { replace: true })}
        />
        {create}
      </Group>
      <RecordTable
        label={messages.title}
        columns={useColumns()}
        records={page.records}
        idOf={({ id }) => id}
        error={apps.error}
        retry={apps.refetch}
        empty={
          view.text ? (
            <EmptyState icon={Handshake} title={nothingFound} />
          ) : (
            <EmptyState icon={Handshake} title={messages.none} lead={messages.noneLead} />
          )
        }
        sort={{ field: view.sort, desc: view.desc }}
        onSort={({ field, desc }) => change({ sort: field, desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={page.total}
        onPage={(page) => change({ page })}
      />
      {isCreating && <NewApp onClose={() => setIsCreating(false)} onCreated={onCreated} />}
    </Stack>
  );
}

function useColumns(): Column<InboundApplication>[] {
  const messages = useMessages(thirdPartyMessages);
  const { name } = useMessages(appMessages);
  const { clientId } = messages;
  return [
    {
      id: 'name',
      title: name,
      sortField: 'name',
      show: ({ id, name }) => (
        <ScreenLink to="third-party-apps" state={{ app: id }}>
          {name}
        </ScreenLink>
      ),
    },
    {
      id: 'kind',
      title: messages.kind,
      show: ({ dynamic }) => (dynamic ? messages.bySelf : messages.byAdministrator),
    },
    {
      id: 'client',
      title: clientId,
      show: (app) => <CopyText text={app.clientId} what={clientId} />,
    },
  ];
}
