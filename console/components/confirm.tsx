import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { useClearCorner } from './notify.tsx';

interface ConfirmProps {
  opened: boolean;
  onClose(): void;
  title: string;
  /** Describes the consequences. */
  children: ReactNode;
  /** The label of the confirming button. */
  action: string;
  /** The text that the user must type to enable the button, for actions that cannot be undone. */
  typed?: string;
  /** True if the action can be taken back or loses nothing. Red is for what is final. */
  isReversible?: boolean;
  onConfirm(): Promise<unknown> | unknown;
}

/** Asks for confirmation before an action that is hard to undo. */
export function Confirm({ opened, onClose, title, ...form }: ConfirmProps) {
  useClearCorner(opened);
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <ConfirmForm {...form} onClose={onClose} />
    </Modal>
  );
}

function ConfirmForm({
  onClose,
  children,
  action,
  typed,
  isReversible = false,
  onConfirm,
}: Omit<ConfirmProps, 'opened' | 'title'>) {
  const messages = useMessages(sharedMessages);
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch {
      // The caller has already shown the error.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // A form that contains the question must not be submitted with it.
        event.stopPropagation();
        void confirm();
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {typed !== undefined && (
          <TextInput
            label={messages.typeToConfirm(typed)}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button
            type="submit"
            {...(!isReversible && { color: 'red' })}
            loading={isBusy}
            disabled={typed !== undefined && text.trim() !== typed.trim()}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
