import { Menu, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useGo } from '../../parts/links.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { HolderCount } from './holders.tsx';
import { RoleForm } from './role-form.tsx';
import { rolesWords } from './words.ts';

export function RoleActions({ role, mayChange }: { role: Role; mayChange: boolean }) {
  const words = useWords(rolesWords);
  const { edit, delete: deleteWord, cannotBeUndone } = useWords(everywhere);
  const go = useGo();
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  const { id, name, tenantId } = role;
  const remove = useWrite((client) => client.management.role.delete({ id }), {
    changes: [['roles'], ['users'], ['tenant'], ['access-keys']],
    done: words.roleDeleted(name),
  });
  const showHolders = () =>
    go('users', tenantId ? { tenantRoles: [`${tenantId}:${name}`] } : { roles: [name] });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={showHolders}>{words.showHolders}</Menu.Item>
        <Menu.Item onClick={() => setAsks('edit')} disabled={!mayChange}>
          {edit}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks('delete')} disabled={!mayChange}>
          {deleteWord} …
        </Menu.Item>
      </RowMenu>
      <RoleForm role={role} opened={asks === 'edit'} onClose={() => setAsks(undefined)} />
      <Confirm
        opened={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={words.deleteRole(name)}
        action={deleteWord}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        <Stack gap="sm">
          <div>
            {words.deleteRoleLead} {cannotBeUndone}
          </div>
          <div>
            {words.held} <HolderCount role={role} />
          </div>
        </Stack>
      </Confirm>
    </>
  );
}
