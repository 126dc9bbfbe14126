import { Badge, Button, Group, Menu, Text } from '@mantine/core';
import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import type { User, UserTenant } from '../../../client/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ScreenLink } from '../../parts/links.tsx';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { accessWords } from './access-words.ts';
import { AddTenant } from './add-tenant.tsx';
import { Section } from './section.tsx';
import { TenantRoles } from './tenant-roles.tsx';
import { useUserWrite } from './use-user-write.ts';

/** Where the user is a member. */
export function Tenants({ user }: { user: User }) {
  const words = useWords(accessWords);
  const { none } = useWords(everywhere);
  const may = useMay('administrator');
  const [isAdding, setIsAdding] = useState(false);
  const columns: Column<UserTenant>[] = [
    {
      id: 'tenant',
      title: words.tenant,
      show: ({ tenantId, tenantName }) => (
        <ScreenLink to={`tenants/${encodeURIComponent(tenantId)}`}>{tenantName || tenantId}</ScreenLink>
      ),
    },
    { id: 'id', title: 'ID', show: ({ tenantId }) => <CopyText text={tenantId} what="ID" /> },
    {
      id: 'roles',
      title: words.tenantRoles,
      show: ({ roleNames }) =>
        roleNames.length === 0 ? (
          <Text span inherit c="dimmed">
            {none}
          </Text>
        ) : (
          <Group gap={4}>
            {roleNames.map((name) => (
              <Badge key={name} variant="light" tt="none">
                {name}
              </Badge>
            ))}
          </Group>
        ),
    },
  ];
  const add = (
    <Button
      variant="default"
      size="xs"
      leftSection={<Plus size={14} aria-hidden />}
      disabled={!may}
      onClick={() => setIsAdding(true)}
    >
      {words.addTenant}
    </Button>
  );
  const isNone = user.userTenants.length === 0;
  return (
    <Section title={words.tenants} lead={words.tenantsLead} actions={!isNone && add}>
      <RecordTable
        label={words.tenants}
        columns={columns}
        records={user.userTenants}
        idOf={({ tenantId }) => tenantId}
        empty={
          <EmptyState icon={Building2} title={words.noTenants} lead={words.noTenantsLead} action={add} />
        }
        {...(may && { actions: (tenant: UserTenant) => <Actions user={user} tenant={tenant} /> })}
      />
      <AddTenant user={user} opened={isAdding} onClose={() => setIsAdding(false)} />
    </Section>
  );
}

function Actions({ user, tenant }: { user: User; tenant: UserTenant }) {
  const words = useWords(accessWords);
  const { remove: removeWord } = useWords(everywhere);
  const [asked, setAsked] = useState<'roles' | 'remove'>();
  const name = tenant.tenantName || tenant.tenantId;
  const remove = useUserWrite((client) => client.management.user.removeTenant(user.userId, tenant.tenantId), {
    done: words.removedFrom(name),
  });
  const close = () => setAsked(undefined);
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={() => setAsked('roles')}>{words.changeRoles}</Menu.Item>
        <Menu.Item color="red" onClick={() => setAsked('remove')}>
          {words.removeTenant}
        </Menu.Item>
      </RowMenu>
      <TenantRoles user={user} tenant={tenant} opened={asked === 'roles'} onClose={close} />
      <Confirm
        opened={asked === 'remove'}
        onClose={close}
        title={words.removeTenantTitle(name)}
        action={removeWord}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.removeTenantLead}
      </Confirm>
    </>
  );
}
