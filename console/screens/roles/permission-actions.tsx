import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { Permission } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { rolesMessages } from './messages.ts';
import { PermissionForm } from './permission-form.tsx';

interface PermissionActionsProps {
  permission: Permission;
  /** The number of roles that have the permission. */
  roles: number;
}

export function PermissionActions({ permission, roles }: PermissionActionsProps) {
  const messages = useMessages(rolesMessages);
  const { edit, delete: deleteLabel, cannotBeUndone, withEllipsis } = useMessages(sharedMessages);
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  const { id, name } = permission;
  const remove = useWrite((client) => client.management.permission.delete({ id }), {
    changes: [['permissions'], ['roles'], ['users']],
    done: messages.permissionDeleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={() => setAsks('edit')}>{edit}</Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks('delete')}>
          {withEllipsis(deleteLabel)}
        </Menu.Item>
      </RowMenu>
      <PermissionForm permission={permission} opened={asks === 'edit'} onClose={() => setAsks(undefined)} />
      <Confirm
        opened={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={messages.deletePermission(name)}
        action={deleteLabel}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.deletePermissionLead(roles)} {cannotBeUndone}
      </Confirm>
    </>
  );
}
