import { Badge, Group, Select, Stack, Text } from '@mantine/core';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CreateButton } from '../../parts/create-button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ScreenLink } from '../../parts/links.tsx';
import { paged } from '../../parts/paged.ts';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { Holders } from './holders.tsx';
import { RoleActions } from './role-actions.tsx';
import { RoleForm } from './role-form.tsx';
import { defaults, pageSize } from './view.ts';
import { rolesWords } from './words.ts';

export function RoleList() {
  const words = useWords(rolesWords);
  const { nothingFound } = useWords(everywhere);
  const mayChange = useMay('administrator');
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
      {words.newRole}
    </CreateButton>
  );
  return (
    <Stack>
      <Group justify="space-between">
        <Group>
          <SearchBox
            label={words.search}
            value={view.text}
            onChange={(text) => change({ text, page: 1 }, { replace: true })}
          />
          {hasTenants && (
            <Select
              aria-label={words.where}
              data={[
                { value: '', label: words.everywhere },
                { value: 'project', label: words.project },
                ...tenantIds.map((value) => ({ value, label: tenantName(value) })),
              ]}
              value={view.where}
              onChange={(where) => change({ where: where ?? '', page: 1 })}
              allowDeselect={false}
              searchable
            />
          )}
        </Group>
        {create}
      </Group>
      <RecordTable
        label={words.tabs.roles}
        columns={useRoleColumns(tenantName)}
        records={page.records}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        error={roles.error}
        retry={roles.refetch}
        empty={
          view.text || view.where ? (
            <EmptyState icon={ShieldCheck} title={nothingFound} />
          ) : (
            <EmptyState icon={ShieldCheck} title={words.noRoles} lead={words.noRolesLead} action={create} />
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
    </Stack>
  );
}

function useRoleColumns(tenantName: (id: string) => string): Column<Role>[] {
  const words = useWords(rolesWords);
  return [
    {
      id: 'name',
      title: words.name,
      sortField: 'name',
      show: ({ name, description, default: isDefault }) => (
        <>
          <Group gap="xs">
            {name}
            {isDefault && (
              <Badge variant="light" tt="none" size="sm" title={words.isDefault}>
                {words.byDefault}
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        </>
      ),
    },
    {
      id: 'where',
      title: words.where,
      sortField: 'tenantId',
      show: ({ tenantId }) =>
        tenantId ? <ScreenLink to={`tenants/${tenantId}`}>{tenantName(tenantId)}</ScreenLink> : words.project,
    },
    {
      id: 'permissions',
      title: words.permissions,
      show: ({ permissionNames }) => (
        <Text size="sm" lineClamp={2}>
          {permissionNames.join(', ')}
        </Text>
      ),
    },
    { id: 'holders', title: words.holders, show: (role) => <Holders role={role} /> },
  ];
}
