import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { Permission } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { PermissionForm } from './permission-form.tsx';
import { rolesWords } from './words.ts';

interface PermissionActionsProps {
  permission: Permission;
  /** How many have it. */
  roles: number;
}

export function PermissionActions({ permission, roles }: PermissionActionsProps) {
  const words = useWords(rolesWords);
  const { edit, delete: deleteWord, cannotBeUndone } = useWords(everywhere);
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  const { id, name } = permission;
  const remove = useWrite((client) => client.management.permission.delete({ id }), {
    changes: [['permissions'], ['roles'], ['users']],
    done: words.permissionDeleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={() => setAsks('edit')}>{edit}</Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks('delete')}>
          {deleteWord} …
        </Menu.Item>
      </RowMenu>
      <PermissionForm permission={permission} opened={asks === 'edit'} onClose={() => setAsks(undefined)} />
      <Confirm
        opened={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={words.deletePermission(name)}
        action={deleteWord}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.deletePermissionLead(roles)} {cannotBeUndone}
      </Confirm>
    </>
  );
}
