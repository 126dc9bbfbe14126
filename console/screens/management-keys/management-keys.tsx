import { KeySquare } from 'lucide-react';
import { useState } from 'react';
import type { ManagementKey } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { CreateButton } from '../../parts/create-button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ShownOnce } from '../../parts/once.tsx';
import { Page } from '../../parts/page.tsx';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { KeyActions } from './key-actions.tsx';
import { KeyForm } from './key-form.tsx';
import { KeyStatus } from './key-status.tsx';
import { managementKeyWords } from './words.ts';

const defaults = { create: false };

/** Twenty live ones at most, so all of them are on one page. */
export default function ManagementKeys() {
  const words = useWords(managementKeyWords);
  const mayChange = useMay('administrator');
  const [view, change] = useUrlState(defaults);
  const [secret, setSecret] = useState<string>();
  const keys = useRead(['management-keys'], (client) => client.management.managementKey.search());
  const columns: Column<ManagementKey>[] = [
    { id: 'name', title: words.name, show: ({ name }) => name },
    { id: 'id', title: 'ID', show: ({ id }) => <CopyText text={id} what="ID" /> },
    { id: 'status', title: words.status, show: (key) => <KeyStatus managementKey={key} /> },
    { id: 'used', title: words.lastUsed, show: ({ lastUsedTime }) => <Moment value={lastUsedTime} /> },
    {
      id: 'created',
      title: words.created,
      show: ({ createdTime }) => <Moment value={createdTime} style="date" />,
    },
    {
      id: 'expires',
      title: words.expires,
      show: ({ expireTime }) => <Moment value={expireTime} style="date" />,
    },
    {
      id: 'from',
      title: words.permittedIps,
      show: ({ permittedIps }) => permittedIps.join(', ') || words.everywhere,
    },
  ];
  const create = (
    <CreateButton may={mayChange} onClick={() => change({ create: true })}>
      {words.create}
    </CreateButton>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <RecordTable
        label={words.title}
        columns={columns}
        records={keys.data}
        idOf={({ id }) => id}
        error={keys.error}
        retry={keys.refetch}
        empty={<EmptyState icon={KeySquare} title={words.none} lead={words.noneLead} action={create} />}
        {...(mayChange && { actions: (key: ManagementKey) => <KeyActions managementKey={key} /> })}
      />
      <KeyForm
        opened={view.create && mayChange}
        onClose={() => change({ create: false }, { replace: true })}
        onMade={setSecret}
      />
      <ShownOnce
        title={words.made}
        secret={secret}
        what={words.secret}
        onClose={() => setSecret(undefined)}
      />
    </Page>
  );
}
