import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import type { CustomAttribute } from '../../../../client/client.ts';
import { now } from '../../../clock.ts';
import { FormError } from '../../../components/form-error.tsx';
import { useNotify } from '../../../components/notify.tsx';
import type { View } from '../../../components/users/view.ts';
import { useLanguage, useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { exportMessages } from './messages.ts';
import { useExport } from './use-export.ts';

interface ExportDialogProps {
  opened: boolean;
  onClose(): void;
  view: View;
  total: number;
  attributes: CustomAttribute[];
}

/** Exports all users that match the table's filters, from every page. */
export function ExportDialog(props: ExportDialogProps) {
  const messages = useMessages(exportMessages);
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={messages.title} closeOnClickOutside={false}>
      <ExportForm {...props} />
    </Modal>
  );
}

function ExportForm({ onClose, view, total, attributes }: ExportDialogProps) {
  const messages = useMessages(exportMessages);
  const { cancel: cancelLabel } = useMessages(sharedMessages);
  const { language } = useLanguage();
  const notify = useNotify();
  const format = (count: number) => count.toLocaleString(language);
  const { progress, start, resume, cancel } = useExport(view, attributes, (count) => {
    notify.done(messages.done(count));
    onClose();
  });
  const name = `${messages.fileName}-${new Date(now()).toISOString().slice(0, 10)}`;
  const failed = progress?.error !== undefined;
  return (
    <Stack>
      <Text size="sm">{messages.lead(total)}</Text>
      {progress && (
        <div>
          <Progress
            value={(progress.count / Math.max(1, progress.total)) * 100}
            animated={!failed}
            size="lg"
            aria-label={messages.title}
          />
          <Text size="sm" mt={4} role="status">
            {messages.progress(format(progress.count), format(progress.total))}
          </Text>
        </div>
      )}
      {progress && failed && (
        <>
          <FormError error={progress.error} action={messages.start} />
          <Text size="sm">{messages.stopped(progress.count)}</Text>
        </>
      )}
      <Group justify="flex-end">
        <Button
          variant="default"
          onClick={() => {
            cancel();
            onClose();
          }}
        >
          {cancelLabel}
        </Button>
        {failed ? (
          <Button onClick={() => resume(name, total)}>{messages.resume}</Button>
        ) : (
          <Button loading={progress !== undefined} onClick={() => start(name, total)}>
            {messages.start}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
