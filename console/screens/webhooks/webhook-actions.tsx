import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { Client, Webhook } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { RotateOrDelete } from '../../components/rotate-or-delete.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { webhookMessages } from './messages.ts';

interface WebhookActionsProps {
  webhook: Webhook;
  onOpen(): void;
  onEdit(): void;
  onSecret(secret: string): void;
}

const changes = [['webhooks']];

export function WebhookActions({ webhook, onOpen, onEdit, onSecret }: WebhookActionsProps) {
  const messages = useMessages(webhookMessages);
  const { edit, delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const [asks, setAsks] = useState<'rotate' | 'delete'>();
  const { id, name, url, events, enabled } = webhook;
  const setEnabled = (client: Client, enabled: boolean) =>
    client.management.webhooks.update({ id, name, url, events, enabled });
  const back = useWrite(setEnabled, { changes });
  const set = useWrite(setEnabled, {
    changes,
    done: (_, enabled) => (enabled ? messages.wasEnabled(name) : messages.wasDisabled(name)),
    undo: (_, enabled) => back.mutateAsync(!enabled),
  });
  const rotate = useWrite((client) => client.management.webhooks.rotateSecret(id), {
    onDone: ({ secret }) => onSecret(secret),
  });
  const remove = useWrite((client) => client.management.webhooks.delete(id), {
    changes,
    done: messages.deleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={onOpen}>{messages.deliveries}</Menu.Item>
        <Menu.Item onClick={onEdit}>{edit}</Menu.Item>
        <Menu.Item onClick={() => set.mutate(!enabled)}>
          {enabled ? messages.disable : messages.enable}
        </Menu.Item>
        <Menu.Item onClick={() => setAsks('rotate')}>{messages.rotate}</Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks('delete')}>
          {withEllipsis(deleteLabel)}
        </Menu.Item>
      </RowMenu>
      <RotateOrDelete
        name={name}
        asks={asks}
        onClose={() => setAsks(undefined)}
        messages={messages}
        rotate={() => rotate.mutateAsync(undefined)}
        remove={() => remove.mutateAsync(undefined)}
      />
    </>
  );
}
