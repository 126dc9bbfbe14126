import { Button } from '@mantine/core';
import { Download, Plus, Upload } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { CustomAttribute, User } from '../../../client/client.ts';
import { ColumnMenu, useColumns } from '../../parts/column-menu.tsx';
import { useGo } from '../../parts/links.tsx';
import { Page } from '../../parts/page.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { SelectedUsers, useUserActions } from './bulk/selected-users.tsx';
import { initialColumns, useUserColumns } from './columns.tsx';
import { NewUserDialog } from './create/new-user.tsx';
import { ExportDialog } from './export/export-dialog.tsx';
import { useAttributes } from './lookups.ts';
import { NoUsers } from './no-users.tsx';
import { UsersToolbar } from './toolbar.tsx';
import { useSelection } from './use-selection.ts';
import { useUsers } from './use-users.ts';
import { nameOf } from './user-facts.ts';
import { UserMenu } from './user-menu.tsx';
import { defaultView, pageSize } from './view.ts';
import { userWords } from './words.ts';

const noAttributes: CustomAttribute[] = [];
const idOf = ({ userId }: User) => userId;

export default function Users() {
  const words = useWords(userWords);
  const { export: exportWord } = useWords(everywhere);
  const go = useGo();
  const maySupport = useMay('support');
  const mayImport = useMay('administrator');
  const [view, change] = useUrlState(defaultView);
  const [exports, setExports] = useState(false);
  const { data: attributes = noAttributes } = useAttributes();
  const users = useUsers(view);
  const { data } = users;
  const table = useColumns('users', useUserColumns(attributes), initialColumns);
  const selection = useSelection(view, data?.users ?? []);
  const actions = useUserActions(selection);
  const { ofRow } = actions;
  const menuOf = useCallback((user: User) => <UserMenu user={user} actions={ofRow} />, [ofRow]);

  // The last users of the last page may have been deleted.
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
      {words.create}
    </Button>
  );
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            disabled={!data?.total}
            onClick={() => setExports(true)}
          >
            {exportWord}
          </Button>
          <Button
            variant="default"
            leftSection={<Upload size={16} aria-hidden />}
            disabled={!mayImport}
            onClick={() => go('users/import')}
          >
            {words.import}
          </Button>
          {create}
        </>
      }
    >
      <UsersToolbar view={view} change={change}>
        <ColumnMenu {...table} />
      </UsersToolbar>
      <RecordTable
        label={words.title}
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
