import { Button, Group, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core';
import { formWords } from '../words/forms.ts';
import { useWords } from '../words/language.tsx';
import { useLeaving } from './unsaved.ts';

/** The question before somebody leaves what is not saved, wherever it comes from. */
export function UnsavedQuestion() {
  const words = useWords(formWords);
  const { go, stay, leave } = useLeaving();
  return (
    // Above any dialog that is open.
    <Modal
      opened={go !== undefined}
      onClose={stay}
      title={words.leaveTitle}
      zIndex={getDefaultZIndex('popover')}
    >
      <Stack>
        <Text size="sm">{words.leaveLead}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay} data-autofocus>
            {words.stay}
          </Button>
          <Button color="red" onClick={leave}>
            {words.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
