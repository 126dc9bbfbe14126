import { Badge, Menu } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AccessKey } from '../../../client/client.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { paged } from '../../components/paged.ts';
import { RecordTable } from '../../components/record-table.tsx';
import { RotateOrDelete } from '../../components/rotate-or-delete.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import type { Column } from '../../components/table-column.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { accessKeyMessages } from './messages.ts';
import { NewAccessKey } from './new-access-key.tsx';

const defaults = { text: '', page: 1, sort: 'createdTime', desc: true };
const pageSize = 25;

export default function AccessKeys() {
  const messages = useMessages(accessKeyMessages);
  const mayChange = useHasRole('administrator');
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
    { id: 'name', title: messages.name, sortField: 'name', show: ({ name }) => name },
    { id: 'id', title: 'ID', show: ({ id }) => <CopyText text={id} what="ID" /> },
    { id: 'roles', title: messages.roles, show: ({ roleNames }) => roleNames.join(', ') },
    {
      id: 'status',
      title: messages.status,
      sortField: 'status',
      show: ({ status }) => <Status status={status} />,
    },
    {
      id: 'created',
      title: messages.created,
      sortField: 'createdTime',
      show: ({ createdTime }) => <Moment value={createdTime} style="date" />,
    },
    {
      id: 'expires',
      title: messages.expires,
      sortField: 'expireTime',
      show: ({ expireTime }) => <Moment value={expireTime} style="date" />,
    },
  ];
  const create = (
    <CreateButton may={mayChange} onClick={() => setIsCreating(true)}>
      {messages.create}
    </CreateButton>
  );
  return (
    <Page title={messages.title} lead={messages.lead} actions={create}>
      <SearchBox
        label={messages.search}
        value={view.text}
        onChange={(text) => change({ text, page: 1 }, { replace: true })}
      />
      <RecordTable
        label={messages.title}
        columns={columns}
        records={page.records}
        idOf={({ id }) => id}
        error={keys.error}
        retry={keys.refetch}
        empty={<EmptyState icon={KeyRound} title={messages.none} lead={messages.noneLead} action={create} />}
        sort={{ field: view.sort, desc: view.desc }}
        onSort={({ field, desc }) => change({ sort: field, desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={page.total}
        onPage={(page) => change({ page })}
        {...(mayChange && { actions: (key: AccessKey) => <Actions accessKey={key} onSecret={setSecret} /> })}
      />
      <NewAccessKey opened={isCreating} onClose={() => setIsCreating(false)} onCreated={setSecret} />
      <ShownOnce
        title={messages.createdMessage}
        secret={secret}
        what={messages.secret}
        onClose={() => setSecret(undefined)}
      />
    </Page>
  );
}

function Status({ status }: Pick<AccessKey, 'status'>) {
  const messages = useMessages(accessKeyMessages);
  return (
    <Badge variant="light" color={status === 'active' ? 'teal' : 'gray'} tt="none">
      {messages[status]}
    </Badge>
  );
}

function Actions({ accessKey, onSecret }: { accessKey: AccessKey; onSecret(secret: string): void }) {
  const messages = useMessages(accessKeyMessages);
  const { delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const [asks, setAsks] = useState<'rotate' | 'delete'>();
  const { id, name, status } = accessKey;
  const changes = [['access-keys']];
  const activate = useWrite((client) => client.management.accessKey.activate(id), {
    changes,
    done: messages.activated(name),
  });
  const deactivate = useWrite((client) => client.management.accessKey.deactivate(id), {
    changes,
    done: messages.deactivated(name),
    undo: () => activate.mutateAsync(undefined),
  });
  const rotate = useWrite((client) => client.management.accessKey.rotate(id), {
    changes,
    onDone: ({ cleartext }) => onSecret(cleartext),
  });
  const remove = useWrite((client) => client.management.accessKey.delete(id), {
    changes,
    done: messages.deleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        {status === 'active' ? (
          <Menu.Item onClick={() => deactivate.mutate(undefined)}>{messages.deactivate}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => activate.mutate(undefined)}>{messages.activate}</Menu.Item>
        )}
        <Menu.Item onClick={() => setAsks('rotate')}>{messages.rotate}</Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks('delete')}>
          {withEllipsis(deleteLabel)}
        </Menu.Item>
      </RowMenu>
      <RotateOrDelete
        name={name}
        asks={asks}
        onClose={() => setAsks(undefined)}
        messages={messages}
        rotate={() => rotate.mutateAsync(undefined)}
        remove={() => remove.mutateAsync(undefined)}
      />
    </>
  );
}
