import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { ManagementKey } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { KeyForm } from './key-form.tsx';
import { managementKeyMessages } from './messages.ts';

const changes = [['management-keys']];

export function KeyActions({ managementKey }: { managementKey: ManagementKey }) {
  const messages = useMessages(managementKeyMessages);
  const common = useMessages(sharedMessages);
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  const { id, name, status } = managementKey;
  const activate = useWrite((client) => client.management.managementKey.update({ id, status: 'active' }), {
    changes,
    done: messages.activated(name),
  });
  const deactivate = useWrite(
    (client) => client.management.managementKey.update({ id, status: 'inactive' }),
    { changes, done: messages.deactivated(name), undo: () => activate.mutateAsync(undefined) },
  );
  const remove = useWrite((client) => client.management.managementKey.delete([id]), {
    changes,
    done: messages.deleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={() => setAsks('edit')}>{common.withEllipsis(common.edit)}</Menu.Item>
        {status === 'active' ? (
          <Menu.Item onClick={() => deactivate.mutate(undefined)}>{messages.deactivate}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => activate.mutate(undefined)}>{messages.activate}</Menu.Item>
        )}
        <Menu.Item color="red" onClick={() => setAsks('delete')}>
          {common.withEllipsis(common.delete)}
        </Menu.Item>
      </RowMenu>
      <KeyForm managementKey={managementKey} opened={asks === 'edit'} onClose={() => setAsks(undefined)} />
      <Confirm
        opened={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={messages.deleteTitle(name)}
        action={common.delete}
        typed={name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.deleteLead}
      </Confirm>
    </>
  );
}
