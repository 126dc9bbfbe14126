import { Badge, Group, Select, Text } from '@mantine/core';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CellChips, chipsOf } from '../../components/cell-chips.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScreenLink } from '../../components/links.tsx';
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
import { Holders } from './holders.tsx';
import { rolesMessages } from './messages.ts';
import { RoleActions } from './role-actions.tsx';
import { RoleForm } from './role-form.tsx';
import { defaults, pageSize } from './view.ts';

export default function Roles() {
  const messages = useMessages(rolesMessages);
  const { nothingFound } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [view, change] = useUrlState(defaults);
  const [isCreating, setIsCreating] = useState(false);
  const roles = useRead(['roles'], (client) => client.management.role.loadAll());
  const hasTenants = roles.data?.some(({ tenantId }) => tenantId) ?? false;
  const tenants = useRead(['tenants', 'all'], (client) => client.management.tenant.loadAll(), {
    enabled: hasTenants,
  });
  const tenantName = (id: string) => tenants.data?.find((tenant) => tenant.id === id)?.name ?? id;
  const page = paged(
    roles.data?.filter(({ tenantId }) => !view.where || (tenantId || 'project') === view.where),
    {
      ...view,
      textOf: ({ name, description }) => `${name} ${description}`,
      sort: { field: view.sort, desc: view.desc },
      pageSize,
    },
  );
  const tenantIds = [...new Set(roles.data?.map(({ tenantId }) => tenantId).filter(Boolean))];
  const create = (
    <CreateButton may={mayChange} onClick={() => setIsCreating(true)}>
      {messages.newRole}
    </CreateButton>
  );
  return (
    <Page title={messages.roles} lead={messages.rolesLead} actions={create}>
      <Group>
        <SearchBox
          label={messages.search}
          value={view.text}
          onChange={(text) => change({ text, page: 1 }, { replace: true })}
        />
        {hasTenants && (
          <Select
            aria-label={messages.where}
            data={[
              { value: '', label: messages.everywhere },
              { value: 'project', label: messages.project },
              ...tenantIds.map((value) => ({ value, label: tenantName(value) })),
            ]}
            value={view.where}
            onChange={(where) => change({ where: where ?? '', page: 1 })}
            allowDeselect={false}
            searchable
          />
        )}
      </Group>
      <RecordTable
        label={messages.roles}
        columns={useRoleColumns(tenantName, mayChange)}
        records={page.records}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        error={roles.error}
        retry={roles.refetch}
        empty={
          view.text || view.where ? (
            <EmptyState icon={ShieldCheck} title={nothingFound} />
          ) : (
            <EmptyState
              icon={ShieldCheck}
              title={messages.noRoles}
              lead={messages.noRolesLead}
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
        actions={(role) => <RoleActions role={role} mayChange={mayChange} />}
      />
      <RoleForm opened={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

function useRoleColumns(tenantName: (id: string) => string, mayChange: boolean): Column<Role>[] {
  const messages = useMessages(rolesMessages);
  return [
    {
      id: 'name',
      title: messages.name,
      sortField: 'name',
      show: (role) => <RoleName key={role.id} role={role} mayChange={mayChange} />,
    },
    {
      id: 'where',
      title: messages.where,
      sortField: 'tenantId',
      show: ({ tenantId }) =>
        tenantId ? (
          <ScreenLink to={`tenants/${tenantId}`}>{tenantName(tenantId)}</ScreenLink>
        ) : (
          messages.project
        ),
    },
    {
      id: 'permissions',
      title: messages.permissions,
      show: ({ permissionNames }) => <CellChips chips={chipsOf(permissionNames)} />,
    },
    { id: 'holders', title: messages.holders, show: (role) => <Holders role={role} /> },
  ];
}

function RoleName({ role, mayChange }: { role: Role; mayChange: boolean }) {
  const messages = useMessages(rolesMessages);
  const [isEditing, setIsEditing] = useState(false);
  const { name, description, default: isDefault, systemDefault } = role;
  return (
    <>
      <Group gap="xs">
        <RowOpener may={mayChange && !systemDefault} onOpen={() => setIsEditing(true)}>
          {name}
        </RowOpener>
        {systemDefault && (
          <Badge variant="light" color="gray" tt="none" size="sm" title={messages.builtInRoleLead}>
            {messages.builtIn}
          </Badge>
        )}
        {isDefault && (
          <Badge variant="light" tt="none" size="sm" title={messages.isDefault}>
            {messages.byDefault}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {description}
      </Text>
      <RoleForm role={role} opened={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
}
