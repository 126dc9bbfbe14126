import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { CustomAttribute } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { AttributeForm } from './attribute-form.tsx';
import { attributeMessages } from './messages.ts';
import { calls, type Owner } from './owner.ts';

export function AttributeActions({ owner, attribute }: { owner: Owner; attribute: CustomAttribute }) {
  const messages = useMessages(attributeMessages);
  const { edit, delete: deleteLabel, cannotBeUndone, withEllipsis } = useMessages(sharedMessages);
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  const { name } = attribute;
  const remove = useWrite((client) => calls[owner].remove(client, name), {
    changes: [['attributes'], [owner]],
    done: messages.deleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={() => setAsks('edit')}>{edit}</Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks('delete')}>
          {withEllipsis(deleteLabel)}
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
        title={messages.deleteTitle(name)}
        action={deleteLabel}
        typed={name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.deleteLead} {cannotBeUndone}
      </Confirm>
    </>
  );
}
