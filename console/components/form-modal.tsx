import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { ErrorNotice } from './error-notice.tsx';

interface FormModalProps {
  opened: boolean;
  onClose(): void;
  title: string;
  /** The label of the submit button. */
  action: string;
  isBusy: boolean;
  /** The error of the last attempt. The input is kept. */
  error?: unknown;
  onSubmit(): void;
  size?: ModalProps['size'];
  children: ReactNode;
}

/** A dialog with a form. Enter submits it, Escape cancels it. */
export function FormModal(props: FormModalProps) {
  const { opened, onClose, title, action, isBusy, error, onSubmit, size, children } = props;
  const messages = useMessages(sharedMessages);
  return (
    <Modal opened={opened} onClose={onClose} title={title} {...(size && { size })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        noValidate
      >
        <Stack>
          {children}
          {error !== undefined && error !== null && <ErrorNotice error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {messages.cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
