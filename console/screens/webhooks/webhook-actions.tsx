import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { Client, Webhook } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { RotateOrDelete } from '../../parts/rotate-or-delete.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { webhookWords } from './words.ts';

interface WebhookActionsProps {
  webhook: Webhook;
  onOpen(): void;
  onEdit(): void;
  onSecret(secret: string): void;
}

const changes = [['webhooks']];

export function WebhookActions({ webhook, onOpen, onEdit, onSecret }: WebhookActionsProps) {
  const words = useWords(webhookWords);
  const { edit, delete: deleteWord } = useWords(everywhere);
  const [asks, setAsks] = useState<'rotate' | 'delete'>();
  const { id, name, url, events, enabled } = webhook;
  const setEnabled = (client: Client, enabled: boolean) =>
    client.management.webhooks.update({ id, name, url, events, enabled });
  const back = useWrite(setEnabled, { changes });
  const set = useWrite(setEnabled, {
    changes,
    done: (_, enabled) => (enabled ? words.wasEnabled(name) : words.wasDisabled(name)),
    undo: (_, enabled) => back.mutateAsync(!enabled),
  });
  const rotate = useWrite((client) => client.management.webhooks.rotateSecret(id), {
    onDone: ({ secret }) => onSecret(secret),
  });
  const remove = useWrite((client) => client.management.webhooks.delete(id), {
    changes,
    done: words.deleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={onOpen}>{words.deliveries}</Menu.Item>
        <Menu.Item onClick={onEdit}>{edit}</Menu.Item>
        <Menu.Item onClick={() => set.mutate(!enabled)}>{enabled ? words.disable : words.enable}</Menu.Item>
        <Menu.Item onClick={() => setAsks('rotate')}>{words.rotate}</Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks('delete')}>
          {deleteWord} …
        </Menu.Item>
      </RowMenu>
      <RotateOrDelete
        name={name}
        asks={asks}
        onClose={() => setAsks(undefined)}
        words={words}
        rotate={() => rotate.mutateAsync(undefined)}
        remove={() => remove.mutateAsync(undefined)}
      />
    </>
  );
}
