import { Button } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api/use-api.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { Confirm } from '../confirm.tsx';
import { useGo } from '../links.tsx';
import type { ClientKind } from './kinds.ts';
import { appMessages } from './messages.ts';

interface DeleteButtonProps {
  kind: ClientKind;
  app: { id: string; name: string };
  /** Says what goes with it. */
  lead: string;
  /** The reason why this one stays. */
  stays?: string | undefined;
}

/** Deletes an application once its name was typed, and returns to the list. */
export function DeleteButton({ kind, app: { id, name }, lead, stays }: DeleteButtonProps) {
  const messages = useMessages(appMessages);
  const { delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const go = useGo();
  const [asks, setAsks] = useState(false);
  const remove = useWrite((client) => kind.remove(client, id), {
    done: messages.deleted(name),
    onDone: () => go(kind.screen),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Trash2 size={16} aria-hidden />}
        onClick={() => setAsks(true)}
        disabled={!mayChange || stays !== undefined}
        {...(stays && { title: stays })}
      >
        {withEllipsis(deleteLabel)}
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.deleteTitle(name)}
        action={deleteLabel}
        typed={name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {lead}
      </Confirm>
    </>
  );
}
