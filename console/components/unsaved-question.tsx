import { Button, Group, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core';
import { formMessages } from '../i18n/form-messages.ts';
import { useMessages } from '../i18n/language.tsx';
import { useLeaving } from './unsaved.ts';

/** Asks for confirmation before the user leaves unsaved changes, on any screen. */
export function UnsavedQuestion() {
  const messages = useMessages(formMessages);
  const { go, stay, leave } = useLeaving();
  return (
    // Above any open dialog.
    <Modal
      opened={go !== undefined}
      onClose={stay}
      title={messages.leaveTitle}
      zIndex={getDefaultZIndex('popover')}
    >
      <Stack>
        <Text size="sm">{messages.leaveLead}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay} data-autofocus>
            {messages.stay}
          </Button>
          <Button color="red" onClick={leave}>
            {messages.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
