import { Badge, Menu } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AccessKey } from '../../../client/client.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { CreateButton } from '../../parts/create-button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ShownOnce } from '../../parts/once.tsx';
import { Page } from '../../parts/page.tsx';
import { paged } from '../../parts/paged.ts';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { RotateOrDelete } from '../../parts/rotate-or-delete.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { NewAccessKey } from './new-access-key.tsx';
import { accessKeyWords } from './words.ts';

const defaults = { text: '', page: 1, sort: 'createdTime', desc: true };
const pageSize = 25;

export default function AccessKeys() {
  const words = useWords(accessKeyWords);
  const mayChange = useMay('administrator');
  const [view, change] = useUrlState(defaults);
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const keys = useRead(['access-keys'], (client) => client.management.accessKey.searchAll({}));
  const page = paged(keys.data, {
    ...view,
    textOf: ({ name, id }) => `${name} ${id}`,
    sort: { field: view.sort, desc: view.desc },
    pageSize,
  });
  const columns: Column<AccessKey>[] = [
    { id: 'name', title: words.name, sortField: 'name', show: ({ name }) => name },
    { id: 'id', title: 'ID', show: ({ id }) => <CopyText text={id} what="ID" /> },
    { id: 'roles', title: words.roles, show: ({ roleNames }) => roleNames.join(', ') },
    {
      id: 'status',
      title: words.status,
      sortField: 'status',
      show: ({ status }) => <Status status={status} />,
    },
    {
      id: 'created',
      title: words.created,
      sortField: 'createdTime',
      show: ({ createdTime }) => <Moment value={createdTime} style="date" />,
    },
    {
      id: 'expires',
      title: words.expires,
      sortField: 'expireTime',
      show: ({ expireTime }) => <Moment value={expireTime} style="date" />,
    },
  ];
  const create = (
    <CreateButton may={mayChange} onClick={() => setIsCreating(true)}>
      {words.create}
    </CreateButton>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <SearchBox
        label={words.search}
        value={view.text}
        onChange={(text) => change({ text, page: 1 }, { replace: true })}
      />
      <RecordTable
        label={words.title}
        columns={columns}
        records={page.records}
        idOf={({ id }) => id}
        error={keys.error}
        retry={keys.refetch}
        empty={<EmptyState icon={KeyRound} title={words.none} lead={words.noneLead} action={create} />}
        sort={{ field: view.sort, desc: view.desc }}
        onSort={({ field, desc }) => change({ sort: field, desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={page.total}
        onPage={(page) => change({ page })}
        {...(mayChange && { actions: (key: AccessKey) => <Actions accessKey={key} onSecret={setSecret} /> })}
      />
      <NewAccessKey opened={isCreating} onClose={() => setIsCreating(false)} onMade={setSecret} />
      <ShownOnce
        title={words.made}
        secret={secret}
        what={words.secret}
        onClose={() => setSecret(undefined)}
      />
    </Page>
  );
}

function Status({ status }: Pick<AccessKey, 'status'>) {
  const words = useWords(accessKeyWords);
  return (
    <Badge variant="light" color={status === 'active' ? 'teal' : 'gray'} tt="none">
      {words[status]}
    </Badge>
  );
}

function Actions({ accessKey, onSecret }: { accessKey: AccessKey; onSecret(secret: string): void }) {
  const words = useWords(accessKeyWords);
  const { delete: deleteWord } = useWords(everywhere);
  const [asks, setAsks] = useState<'rotate' | 'delete'>();
  const { id, name, status } = accessKey;
  const changes = [['access-keys']];
  const activate = useWrite((client) => client.management.accessKey.activate(id), {
    changes,
    done: words.activated(name),
  });
  const deactivate = useWrite((client) => client.management.accessKey.deactivate(id), {
    changes,
    done: words.deactivated(name),
    undo: () => activate.mutateAsync(undefined),
  });
  const rotate = useWrite((client) => client.management.accessKey.rotate(id), {
    changes,
    onDone: ({ cleartext }) => onSecret(cleartext),
  });
  const remove = useWrite((client) => client.management.accessKey.delete(id), {
    changes,
    done: words.deleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        {status === 'active' ? (
          <Menu.Item onClick={() => deactivate.mutate(undefined)}>{words.deactivate}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => activate.mutate(undefined)}>{words.activate}</Menu.Item>
        )}
        <Menu.Item onClick={() => setAsks('rotate')}>{words.rotate}</Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks('delete')}>
          {deleteWord} …
        </Menu.Item>
      </RowMenu>
      <RotateOrDelete
        name={name}
        asks={asks}
        onClose={() => setAsks(undefined)}
        words={words}
        rotate={() => rotate.mutateAsync(undefined)}
        remove={() => remove.mutateAsync(undefined)}
      />
    </>
  );
}
