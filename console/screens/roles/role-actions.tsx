import { Menu, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { useGo } from '../../components/links.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { HolderCount, holdersView } from './holders.tsx';
import { rolesMessages } from './messages.ts';
import { RoleForm } from './role-form.tsx';

export function RoleActions({ role, mayChange }: { role: Role; mayChange: boolean }) {
  const messages = useMessages(rolesMessages);
  const { edit, delete: deleteLabel, cannotBeUndone, withEllipsis } = useMessages(sharedMessages);
  const go = useGo();
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  const { id, name, tenantId, systemDefault } = role;
  const isFixed = !mayChange || systemDefault;
  const remove = useWrite((client) => client.management.role.delete({ id }), {
    changes: [['roles'], ['users'], ['tenant'], ['access-keys']],
    done: messages.roleDeleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={() => go('users', holdersView(name, tenantId))}>{messages.showHolders}</Menu.Item>
        <Menu.Item onClick={() => setAsks('edit')} disabled={isFixed}>
          {edit}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks('delete')} disabled={isFixed}>
          {withEllipsis(deleteLabel)}
        </Menu.Item>
      </RowMenu>
      <RoleForm role={role} opened={asks === 'edit'} onClose={() => setAsks(undefined)} />
      <Confirm
        opened={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={messages.deleteRole(name)}
        action={deleteLabel}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        <Stack gap="sm">
          <div>
            {messages.deleteRoleLead} {cannotBeUndone}
          </div>
          <div>
            {messages.held} <HolderCount role={role} />
          </div>
        </Stack>
      </Confirm>
    </>
  );
}
