import { Button } from '@mantine/core';
import { Download, Mail, Plus, Upload } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { CustomAttribute, User } from '../../../client/client.ts';
import { ColumnMenu, useColumns } from '../../components/column-menu.tsx';
import { useGo } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useAttributes } from '../../components/users/lookups.ts';
import { userMessages } from '../../components/users/messages.ts';
import { nameOf } from '../../components/users/user-facts.ts';
import { defaultView, pageSize } from '../../components/users/view.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { SelectedUsers, useUserActions } from './bulk/selected-users.tsx';
import { initialColumns, useUserColumns } from './columns.tsx';
import { InvitePeople } from './create/invite-people.tsx';
import { NewUserDialog } from './create/new-user.tsx';
import { ExportDialog } from './export/export-dialog.tsx';
import { NoUsers } from './no-users.tsx';
import { UsersToolbar } from './toolbar.tsx';
import { useSelection } from './use-selection.ts';
import { useUsers } from './use-users.ts';
import { UserMenu } from './user-menu.tsx';

const noAttributes: CustomAttribute[] = [];
const idOf = ({ userId }: User) => userId;

export default function Users() {
  const messages = useMessages(userMessages);
  const { export: exportLabel } = useMessages(sharedMessages);
  const go = useGo();
  const maySupport = useHasRole('support');
  const mayImport = useHasRole('administrator');
  const [view, change] = useUrlState(defaultView);
  const [exports, setExports] = useState(false);
  const [invites, setInvites] = useState(false);
  const { data: attributes = noAttributes } = useAttributes();
  const users = useUsers(view);
  const { data } = users;
  const table = useColumns('users', useUserColumns(attributes), initialColumns);
  const selection = useSelection(view, data?.users ?? []);
  const actions = useUserActions(selection);
  const { ofRow } = actions;
  const menuOf = useCallback((user: User) => <UserMenu user={user} actions={ofRow} />, [ofRow]);

  // The last users on the last page may have been deleted.
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  const isBeyond = data !== undefined && !users.isPlaceholderData && view.page > lastPage;
  useEffect(() => {
    if (isBeyond) change({ page: lastPage }, { replace: true });
  }, [isBeyond, lastPage, change]);

  const create = (
    <Button
      leftSection={<Plus size={16} aria-hidden />}
      disabled={!maySupport}
      onClick={() => change({ create: true })}
    >
      {messages.create}
    </Button>
  );
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            disabled={!data?.total}
            onClick={() => setExports(true)}
          >
            {exportLabel}
          </Button>
          <Button
            variant="default"
            leftSection={<Upload size={16} aria-hidden />}
            disabled={!mayImport}
            onClick={() => go('users/import')}
          >
            {messages.import}
          </Button>
          <Button
            variant="default"
            leftSection={<Mail size={16} aria-hidden />}
            disabled={!mayImport}
            onClick={() => setInvites(true)}
          >
            {messages.invite}
          </Button>
          {create}
        </>
      }
    >
      <UsersToolbar view={view} change={change}>
        <ColumnMenu {...table} />
      </UsersToolbar>
      <RecordTable
        label={messages.title}
        columns={table.columns.length > 0 ? table.columns : table.all.slice(0, 1)}
        records={data?.users}
        idOf={idOf}
        nameOf={nameOf}
        isFetching={users.isFetching}
        error={users.error}
        retry={users.refetch}
        empty={<NoUsers view={view} change={change} create={create} />}
        sort={{ field: view.sort, desc: view.desc }}
        onSort={({ field, desc }) => change({ sort: field, desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={data?.total ?? 0}
        onPage={(page) => change({ page })}
        selected={selection.idsOnPage}
        onSelect={selection.choose}
        actions={menuOf}
        isStateless
      />
      <SelectedUsers selection={selection} total={data?.total ?? 0} actions={actions} />
      <NewUserDialog
        opened={view.create && maySupport}
        onClose={() => change({ create: false }, { replace: true })}
      />
      <InvitePeople opened={invites} onClose={() => setInvites(false)} />
      <ExportDialog
        opened={exports}
        onClose={() => setExports(false)}
        view={view}
        total={data?.total ?? 0}
        attributes={attributes}
      />
    </Page>
  );
}
