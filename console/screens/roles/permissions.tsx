import { Badge, Group } from '@mantine/core';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { Permission } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CellChips, chipsOf } from '../../components/cell-chips.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { paged } from '../../components/paged.ts';
import { RecordTable } from '../../components/record-table.tsx';
import { RowOpener } from '../../components/row-opener.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import type { Column } from '../../components/table-column.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { rolesMessages } from './messages.ts';
import { PermissionActions } from './permission-actions.tsx';
import { PermissionForm } from './permission-form.tsx';
import { defaults, pageSize } from './view.ts';

export default function Permissions() {
  const messages = useMessages(rolesMessages);
  const { nothingFound } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [view, change] = useUrlState(defaults);
  const [isCreating, setIsCreating] = useState(false);
  const permissions = useRead(['permissions'], (client) => client.management.permission.loadAll());
  const roles = useRead(['roles'], (client) => client.management.role.loadAll());
  const rolesWith = (permission: Permission) =>
    (roles.data ?? []).filter(({ permissionNames }) => permissionNames.includes(permission.name));
  const page = paged(permissions.data, {
    ...view,
    textOf: ({ name, description }) => `${name} ${description}`,
    sort: { field: view.sort, desc: view.desc },
    pageSize,
  });
  const columns: Column<Permission>[] = [
    {
      id: 'name',
      title: messages.name,
      sortField: 'name',
      show: (permission) => (
        <PermissionName key={permission.id} permission={permission} mayChange={mayChange} />
      ),
    },
    {
      id: 'description',
      title: messages.description,
      sortField: 'description',
      show: ({ description }) => description,
    },
    {
      id: 'roles',
      title: messages.usedIn,
      show: (permission) => <CellChips chips={chipsOf(rolesWith(permission).map(({ name }) => name))} />,
    },
  ];
  const create = (
    <CreateButton may={mayChange} onClick={() => setIsCreating(true)}>
      {messages.newPermission}
    </CreateButton>
  );
  return (
    <Page title={messages.permissions} lead={messages.permissionsScreenLead} actions={create}>
      <Group>
        <SearchBox
          label={messages.search}
          value={view.text}
          onChange={(text) => change({ text, page: 1 }, { replace: true })}
        />
      </Group>
      <RecordTable
        label={messages.permissions}
        columns={columns}
        records={page.records}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        error={permissions.error}
        retry={permissions.refetch}
        empty={
          view.text ? (
            <EmptyState icon={Lock} title={nothingFound} />
          ) : (
            <EmptyState
              icon={Lock}
              title={messages.noPermissions}
              lead={messages.noPermissionsLead}
              action={create}
            />
          )
        }
        sort={{ field: view.sort, desc: view.desc }}
        onSort={({ field, desc }) => change({ sort: field, desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={page.total}
        onPage={(page) => change({ page })}
        {...(mayChange && {
          actions: (permission: Permission) =>
            permission.systemDefault ? null : (
              <PermissionActions permission={permission} roles={rolesWith(permission).length} />
            ),
        })}
      />
      <PermissionForm opened={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

function PermissionName({ permission, mayChange }: { permission: Permission; mayChange: boolean }) {
  const messages = useMessages(rolesMessages);
  const [isEditing, setIsEditing] = useState(false);
  const { name, systemDefault } = permission;
  return (
    <>
      <Group gap="xs">
        <RowOpener may={mayChange && !systemDefault} onOpen={() => setIsEditing(true)}>
          {name}
        </RowOpener>
        {systemDefault && (
          <Badge variant="light" color="gray" tt="none" size="sm" title={messages.builtInLead}>
            {messages.builtIn}
          </Badge>
        )}
      </Group>
      <PermissionForm permission={permission} opened={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
}
