import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { CopyText } from './copy-text.tsx';

/** Shows a secret once. After it is closed, the page no longer has the secret. */
export function ShownOnce({ title, secret, what, more, onClose }: ShownOnceProps) {
  const messages = useMessages(sharedMessages);
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      // A key pressed by habit must not end the only display of the secret.
      closeOnEscape={false}
      centered
      size={more ? 'xl' : 'md'}
    >
      <Stack>
        <Alert color="yellow" icon={<KeyRound aria-hidden />}>
          <Text size="sm">{messages.shownOnce}</Text>
        </Alert>
        {secret !== undefined && <CopyText text={secret} what={what} />}
        {more}
        <Group justify="flex-end">
          <Button onClick={onClose}>{messages.close}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ShownOnceProps {
  title: string;
  /** If undefined, the dialog is closed. */
  secret: string | undefined;
  what: string;
  /** The other things that contain the secret. */
  more?: ReactNode;
  onClose(): void;
}
