import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Check, X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { messageOf } from './error-notice.tsx';

export interface Notify {
  /** Offers to undo the action, or to open what it created. */
  done(text: string, offer?: { undo: () => Promise<unknown> } | { open: () => void }): void;
  failed(error: unknown): void;
}

/** The notifications of actions that succeeded. */
const shown = new Set<string>();

/** Removes the notifications of success, which would cover the buttons of a dialog that opens. Errors stay. */
export function useClearCorner(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    for (const id of shown) notifications.hide(id);
    shown.clear();
  }, [opened]);
}

/** Shows the outcome of an action in a corner of the page. Errors stay until the user closes them. */
export function useNotify(): Notify {
  const messages = useMessages(sharedMessages);
  return useMemo(() => {
    const notify: Notify = {
      done(text, offer) {
        const id = notifications.show({
          color: 'teal',
          icon: <Check size={18} aria-hidden />,
          autoClose: offer ? 10_000 : 4_000,
          onClose: () => void shown.delete(id),
          closeButtonProps: { 'aria-label': messages.close },
          message: offer ? (
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm">{text}</Text>
              <Button
                size="compact-sm"
                variant="subtle"
                flex="none"
                onClick={() => {
                  notifications.hide(id);
                  if ('undo' in offer) offer.undo().catch(notify.failed);
                  else offer.open();
                }}
              >
                {'undo' in offer ? messages.undo : messages.open}
              </Button>
            </Group>
          ) : (
            text
          ),
        });
        shown.add(id);
      },
      failed(error) {
        notifications.show({
          color: 'red',
          icon: <X size={18} aria-hidden />,
          autoClose: false,
          role: 'alert',
          closeButtonProps: { 'aria-label': messages.close },
          message: messageOf(error, messages),
        });
      },
    };
    return notify;
  }, [messages]);
}
