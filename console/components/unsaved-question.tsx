import { Button, Group, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { formMessages } from '../i18n/form-messages.ts';
import { useMessages } from '../i18n/language.tsx';
import { leave, stay, useQuestion } from './unsaved.ts';

/** Asks for confirmation before the user leaves unsaved changes, on any screen and in any dialog. */
export function UnsavedQuestion() {
  const messages = useMessages(formMessages);
  const question = useQuestion();
  // The text stays while the dialog fades out.
  const [last, setLast] = useState(question);
  if (question && question !== last) setLast(question);
  const texts = messages.leaving[last?.loss ?? 'changes'];
  // Escape answers the question alone: the dialog below hears it as well, and would ask again.
  useWindowEvent(
    'keydown',
    (event) => {
      if (!question || event.key !== 'Escape') return;
      event.stopImmediatePropagation();
      stay();
    },
    { capture: true },
  );
  return (
    // Above any open dialog.
    <Modal
      opened={question !== undefined}
      onClose={stay}
      closeOnEscape={false}
      title={texts.title}
      zIndex={getDefaultZIndex('popover')}
    >
      <Stack>
        <Text size="sm">{texts.lead}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay} data-autofocus>
            {texts.stay}
          </Button>
          <Button color="red" onClick={leave}>
            {texts.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
