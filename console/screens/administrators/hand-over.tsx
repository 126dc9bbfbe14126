import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { CopyText } from '../../parts/copy-text.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { administratorWords } from './words.ts';

/** Seconds for which the link is good. */
export const linkLifetimeSeconds = 86_400;

/** The link by which somebody gets in, for the owner to send in a way of their own. */
export function HandOver({ token, onClose }: { token: string | undefined; onClose(): void }) {
  const words = useWords(administratorWords);
  const { close } = useWords(everywhere);
  const link = `${location.origin}/console/join#${token}`;
  return (
    <Modal opened={token !== undefined} onClose={onClose} title={words.link} closeOnClickOutside={false}>
      <Stack>
        <Alert icon={<Link2 aria-hidden />}>
          <Text size="sm">{words.linkLead}</Text>
        </Alert>
        {token !== undefined && <CopyText text={link} what={words.link} />}
        <Group justify="flex-end">
          <Button onClick={onClose}>{close}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
