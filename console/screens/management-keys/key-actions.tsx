import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { ManagementKey } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { KeyForm } from './key-form.tsx';
import { managementKeyWords } from './words.ts';

const changes = [['management-keys']];

export function KeyActions({ managementKey }: { managementKey: ManagementKey }) {
  const words = useWords(managementKeyWords);
  const common = useWords(everywhere);
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  const { id, name, status } = managementKey;
  const activate = useWrite((client) => client.management.managementKey.update({ id, status: 'active' }), {
    changes,
    done: words.activated(name),
  });
  const deactivate = useWrite(
    (client) => client.management.managementKey.update({ id, status: 'inactive' }),
    { changes, done: words.deactivated(name), undo: () => activate.mutateAsync(undefined) },
  );
  const remove = useWrite((client) => client.management.managementKey.delete([id]), {
    changes,
    done: words.deleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={() => setAsks('edit')}>{common.edit} …</Menu.Item>
        {status === 'active' ? (
          <Menu.Item onClick={() => deactivate.mutate(undefined)}>{words.deactivate}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => activate.mutate(undefined)}>{words.activate}</Menu.Item>
        )}
        <Menu.Item color="red" onClick={() => setAsks('delete')}>
          {common.delete} …
        </Menu.Item>
      </RowMenu>
      <KeyForm managementKey={managementKey} opened={asks === 'edit'} onClose={() => setAsks(undefined)} />
      <Confirm
        opened={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={words.deleteTitle(name)}
        action={common.delete}
        typed={name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.deleteLead}
      </Confirm>
    </>
  );
}
