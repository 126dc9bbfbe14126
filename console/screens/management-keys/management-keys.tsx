import { KeySquare } from 'lucide-react';
import { useState } from 'react';
import type { ManagementKey } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import type { Column } from '../../components/table-column.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { KeyActions } from './key-actions.tsx';
import { KeyForm } from './key-form.tsx';
import { KeyRights } from './key-rights.tsx';
import { KeyStatus } from './key-status.tsx';
import { managementKeyMessages } from './messages.ts';

const defaults = { create: false };

/** Lists the management keys. A project has at most 20, so they fit on one page. */
export default function ManagementKeys() {
  const messages = useMessages(managementKeyMessages);
  const mayChange = useHasRole('administrator');
  const [view, change] = useUrlState(defaults);
  const [secret, setSecret] = useState<string>();
  const keys = useRead(['management-keys'], (client) => client.management.managementKey.search());
  const columns: Column<ManagementKey>[] = [
    {
      id: 'name',
      title: messages.name,
      show: (key) => (
        <>
          {key.name}
          <KeyRights managementKey={key} />
        </>
      ),
    },
    { id: 'id', title: 'ID', show: ({ id }) => <CopyText text={id} what="ID" /> },
    { id: 'status', title: messages.status, show: (key) => <KeyStatus managementKey={key} /> },
    { id: 'used', title: messages.lastUsed, show: ({ lastUsedTime }) => <Moment value={lastUsedTime} /> },
    {
      id: 'created',
      title: messages.created,
      show: ({ createdTime }) => <Moment value={createdTime} style="date" />,
    },
    {
      id: 'expires',
      title: messages.expires,
      show: ({ expireTime }) => <Moment value={expireTime} style="date" />,
    },
    {
      id: 'from',
      title: messages.permittedIps,
      show: ({ permittedIps }) => permittedIps.join(', ') || messages.anywhere,
    },
  ];
  const create = (
    <CreateButton may={mayChange} onClick={() => change({ create: true })}>
      {messages.create}
    </CreateButton>
  );
  return (
    <Page title={messages.title} lead={messages.lead} actions={create}>
      <RecordTable
        label={messages.title}
        columns={columns}
        records={keys.data}
        idOf={({ id }) => id}
        error={keys.error}
        retry={keys.refetch}
        empty={<EmptyState icon={KeySquare} title={messages.none} lead={messages.noneLead} action={create} />}
        {...(mayChange && { actions: (key: ManagementKey) => <KeyActions managementKey={key} /> })}
      />
      <KeyForm
        opened={view.create && mayChange}
        onClose={() => change({ create: false }, { replace: true })}
        onCreated={setSecret}
      />
      <ShownOnce
        title={messages.createdMessage}
        secret={secret}
        what={messages.secret}
        onClose={() => setSecret(undefined)}
      />
    </Page>
  );
}
