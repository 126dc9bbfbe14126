import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import type { CustomAttribute } from '../../../../client/client.ts';
import { now } from '../../../clock.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { useNotify } from '../../../parts/notify.tsx';
import { everywhere } from '../../../words/everywhere.ts';
import { useLanguage, useWords } from '../../../words/language.tsx';
import type { View } from '../view.ts';
import { useExport } from './use-export.ts';
import { exportWords } from './words.ts';

interface ExportDialogProps {
  opened: boolean;
  onClose(): void;
  view: View;
  total: number;
  attributes: CustomAttribute[];
}

/** The users of the table, all pages of them, as a file. */
export function ExportDialog(props: ExportDialogProps) {
  const words = useWords(exportWords);
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={words.title} closeOnClickOutside={false}>
      <ExportForm {...props} />
    </Modal>
  );
}

function ExportForm({ onClose, view, total, attributes }: ExportDialogProps) {
  const words = useWords(exportWords);
  const { cancel: cancelWord } = useWords(everywhere);
  const { language } = useLanguage();
  const notify = useNotify();
  const format = (count: number) => count.toLocaleString(language);
  const { progress, start, goOn, cancel } = useExport(view, attributes, (count) => {
    notify.done(words.done(format(count)));
    onClose();
  });
  const name = `${words.fileName}-${new Date(now()).toISOString().slice(0, 10)}`;
  const failed = progress?.error !== undefined;
  return (
    <Stack>
      <Text size="sm">{words.lead(format(total))}</Text>
      {progress && (
        <div>
          <Progress
            value={(progress.count / Math.max(1, progress.total)) * 100}
            animated={!failed}
            size="lg"
            aria-label={words.title}
          />
          <Text size="sm" mt={4} role="status">
            {words.progress(format(progress.count), format(progress.total))}
          </Text>
        </div>
      )}
      {progress && failed && (
        <>
          <ErrorNotice error={progress.error} />
          <Text size="sm">{words.stopped(format(progress.count))}</Text>
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
          {cancelWord}
        </Button>
        {failed ? (
          <Button onClick={() => goOn(name, total)}>{words.goOn}</Button>
        ) : (
          <Button loading={progress !== undefined} onClick={() => start(name, total)}>
            {words.start}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
