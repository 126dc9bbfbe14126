import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { Tenant, User } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { rolesIn } from '../../components/tenants/member.ts';
import { MemberRoles } from '../../components/tenants/member-roles.tsx';
import { tenantMessages } from '../../components/tenants/tenant-messages.ts';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';

interface MemberProps {
  tenant: Tenant;
  user: User;
}

export function MemberActions({ tenant, user }: MemberProps) {
  const messages = useMessages(tenantMessages);
  const { client } = useProject();
  const { remove: removeLabel } = useMessages(sharedMessages);
  const [asked, setAsked] = useState<'roles' | 'remove'>();
  const close = () => setAsked(undefined);
  const { userId } = user;
  const before = rolesIn(user, tenant.id);
  const remove = useWrite((client) => client.management.user.removeTenant(userId, tenant.id), {
    changes: [['users']],
    done: messages.memberRemoved(nameOf(user)),
    undo: async () => {
      await unwrap(client.management.user.addTenant(userId, tenant.id));
      await unwrap(client.management.user.setTenantRoles(userId, tenant.id, before));
    },
  });
  return (
    <>
      <RowMenu name={nameOf(user)}>
        <Menu.Item onClick={() => setAsked('roles')}>{messages.changeRoles}</Menu.Item>
        <Menu.Item onClick={() => setAsked('remove')}>{messages.removeMember}</Menu.Item>
      </RowMenu>
      <MemberRoles
        userId={userId}
        tenantId={tenant.id}
        roleNames={before}
        title={messages.rolesOf(nameOf(user))}
        done={messages.rolesSaved(nameOf(user))}
        opened={asked === 'roles'}
        onClose={close}
      />
      <Confirm
        opened={asked === 'remove'}
        onClose={close}
        title={messages.removeMemberTitle(nameOf(user))}
        action={removeLabel}
        isReversible
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.removeMemberLead}
      </Confirm>
    </>
  );
}
