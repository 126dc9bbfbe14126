import { Badge, Button, Group, Menu, Text } from '@mantine/core';
import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import type { User, UserTenant } from '../../../client/client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import type { Column } from '../../components/table-column.ts';
import { MemberRoles } from '../../components/tenants/member-roles.tsx';
import { Section } from '../../components/users/section.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { accessMessages } from './access-messages.ts';
import { AddTenant } from './add-tenant.tsx';
import { useUserWrite } from './use-user-write.ts';

/** Shows the tenants that the user belongs to. */
export function Tenants({ user }: { user: User }) {
  const messages = useMessages(accessMessages);
  const { none } = useMessages(sharedMessages);
  const may = useHasRole('administrator');
  const [isAdding, setIsAdding] = useState(false);
  const columns: Column<UserTenant>[] = [
    {
      id: 'tenant',
      title: messages.tenant,
      show: ({ tenantId, tenantName }) => (
        <ScreenLink to={`tenants/${encodeURIComponent(tenantId)}`}>{tenantName || tenantId}</ScreenLink>
      ),
    },
    { id: 'id', title: 'ID', show: ({ tenantId }) => <CopyText text={tenantId} what="ID" /> },
    {
      id: 'roles',
      title: messages.tenantRoles,
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
      {messages.addTenant}
    </Button>
  );
  const isNone = user.userTenants.length === 0;
  return (
    <Section title={messages.tenants} lead={messages.tenantsLead} actions={!isNone && add}>
      <RecordTable
        label={messages.tenants}
        columns={columns}
        records={user.userTenants}
        idOf={({ tenantId }) => tenantId}
        empty={
          <EmptyState
            icon={Building2}
            title={messages.noTenants}
            lead={messages.noTenantsLead}
            action={add}
          />
        }
        {...(may && { actions: (tenant: UserTenant) => <Actions user={user} tenant={tenant} /> })}
      />
      <AddTenant user={user} opened={isAdding} onClose={() => setIsAdding(false)} />
    </Section>
  );
}

function Actions({ user, tenant }: { user: User; tenant: UserTenant }) {
  const messages = useMessages(accessMessages);
  const { remove: removeLabel } = useMessages(sharedMessages);
  const [asked, setAsked] = useState<'roles' | 'remove'>();
  const name = tenant.tenantName || tenant.tenantId;
  const remove = useUserWrite((client) => client.management.user.removeTenant(user.userId, tenant.tenantId), {
    done: messages.removedFrom(name),
  });
  const close = () => setAsked(undefined);
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={() => setAsked('roles')}>{messages.changeRoles}</Menu.Item>
        <Menu.Item onClick={() => setAsked('remove')}>{messages.removeTenant}</Menu.Item>
      </RowMenu>
      <MemberRoles
        userId={user.userId}
        tenantId={tenant.tenantId}
        roleNames={tenant.roleNames}
        title={messages.changeRolesTitle(name)}
        done={messages.rolesChanged(name)}
        opened={asked === 'roles'}
        onClose={close}
      />
      <Confirm
        opened={asked === 'remove'}
        onClose={close}
        title={messages.removeTenantTitle(name)}
        action={removeLabel}
        isReversible
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.removeTenantLead}
      </Confirm>
    </>
  );
}
