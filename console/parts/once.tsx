import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { everywhere } from '../words/everywhere.ts';
import { useWords } from '../words/language.tsx';
import { CopyText } from './copy-text.tsx';

/** A secret that is shown this once; when it is closed the page does not have it any more. */
export function ShownOnce({ title, secret, what, onClose }: ShownOnceProps) {
  const words = useWords(everywhere);
  return (
    <Modal opened={secret !== undefined} onClose={onClose} title={title} closeOnClickOutside={false} centered>
      <Stack>
        <Alert color="yellow" icon={<KeyRound aria-hidden />}>
          <Text size="sm">{words.shownOnce}</Text>
        </Alert>
        {secret !== undefined && <CopyText text={secret} what={what} />}
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.close}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ShownOnceProps {
  title: string;
  /** Absent: nothing is shown. */
  secret: string | undefined;
  what: string;
  onClose(): void;
}
