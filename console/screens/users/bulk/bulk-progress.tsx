import { Alert, Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { messageOf } from '../../../parts/error-notice.tsx';
import { useUnsaved } from '../../../parts/unsaved.ts';
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import { nameOf } from '../user-facts.ts';
import type { useBulk } from './use-bulk.ts';
import { bulkWords } from './words.ts';

/** How far the work with many users is, and for whom it did not work. */
export function BulkProgress({ job, stop, close, retry }: Omit<ReturnType<typeof useBulk>, 'run'>) {
  const words = useWords(bulkWords);
  const { close: closeWord, retry: retryWord } = useWords(everywhere);
  useUnsaved(job?.isRunning ?? false);
  if (!job) return null;
  const { action, total, done, failures, isRunning, isStopped } = job;
  const tried = done.length + failures.length;
  return (
    <Modal
      opened
      onClose={isRunning ? () => {} : close}
      withCloseButton={!isRunning}
      closeOnClickOutside={false}
      title={action.title}
    >
      <Stack>
        <Progress.Root size="lg" aria-label={action.title}>
          <Progress.Section value={(done.length / total) * 100} color="teal" aria-label={action.title} />
          <Progress.Section
            value={(failures.length / total) * 100}
            color="red"
            aria-label={words.failed(failures.length)}
          />
        </Progress.Root>
        <Text size="sm" role="status">
          {words.ofAll(tried, total)}
          {isStopped && !isRunning && tried < total && ` · ${words.stopped(total - tried)}`}
        </Text>
        <Failures failures={failures} />
        <Group justify="flex-end">
          {isRunning ? (
            <Button variant="default" onClick={stop} disabled={isStopped}>
              {isStopped ? words.stopping : words.stop}
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={close}>
                {closeWord}
              </Button>
              {failures.length > 0 && <Button onClick={retry}>{retryWord}</Button>}
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

const shownFailures = 50;

function Failures({ failures }: Pick<NonNullable<ReturnType<typeof useBulk>['job']>, 'failures'>) {
  const words = useWords(bulkWords);
  const messages = useWords(everywhere);
  if (failures.length === 0) return null;
  return (
    <Alert color="red" icon={<TriangleAlert aria-hidden />} title={words.failed(failures.length)}>
      <List size="sm" mah={240} style={{ overflowY: 'auto' }} tabIndex={0}>
        {failures.slice(0, shownFailures).map(({ item, error }) => (
          <List.Item key={item.userId}>
            {nameOf(item)}: {messageOf(error, messages)}
          </List.Item>
        ))}
      </List>
      {failures.length > shownFailures && (
        <Text size="sm">{words.andMore(failures.length - shownFailures)}</Text>
      )}
    </Alert>
  );
}
