import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { baseUrl } from '../../api/base-url.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { administratorMessages } from './messages.ts';

/** The link's lifetime in seconds. */
export const linkLifetimeSeconds = 86_400;

/** Shows an invitation link, which the owner sends to the administrator. */
export function InvitationLink({ token, onClose }: { token: string | undefined; onClose(): void }) {
  const messages = useMessages(administratorMessages);
  const { close } = useMessages(sharedMessages);
  const link = `${baseUrl}/console/join#${token}`;
  return (
    <Modal
      opened={token !== undefined}
      onClose={onClose}
      title={messages.link}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Alert icon={<Link2 aria-hidden />}>
          <Text size="sm">{messages.linkLead}</Text>
        </Alert>
        {token !== undefined && <CopyText text={link} what={messages.link} />}
        <Group justify="flex-end">
          <Button onClick={onClose}>{close}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
