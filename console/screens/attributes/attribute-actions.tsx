import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { CustomAttribute } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { AttributeForm } from './attribute-form.tsx';
import { calls, type Owner } from './owner.ts';
import { attributeWords } from './words.ts';

export function AttributeActions({ owner, attribute }: { owner: Owner; attribute: CustomAttribute }) {
  const words = useWords(attributeWords);
  const { edit, delete: deleteWord, cannotBeUndone } = useWords(everywhere);
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  const { name } = attribute;
  const remove = useWrite((client) => calls[owner].remove(client, name), {
    changes: [['attributes'], [owner]],
    done: words.deleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={() => setAsks('edit')}>{edit}</Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks('delete')}>
          {deleteWord} …
        </Menu.Item>
      </RowMenu>
      <AttributeForm
        owner={owner}
        attribute={attribute}
        opened={asks === 'edit'}
        onClose={() => setAsks(undefined)}
      />
      <Confirm
        opened={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={words.deleteTitle(name)}
        action={deleteWord}
        typed={name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.deleteLead} {cannotBeUndone}
      </Confirm>
    </>
  );
}
