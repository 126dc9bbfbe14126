import { Alert, Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { messageOf } from '../../../components/error-notice.tsx';
import { useUnsaved } from '../../../components/unsaved.ts';
import { nameOf } from '../../../components/users/user-facts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { bulkMessages } from './messages.ts';
import type { useBulk } from './use-bulk.ts';

/** Shows the progress of a bulk action and the users for whom it failed. */
export function BulkProgress({ job, stop, close, retry }: Omit<ReturnType<typeof useBulk>, 'run'>) {
  const texts = useMessages(bulkMessages);
  const { close: closeLabel, retry: retryLabel } = useMessages(sharedMessages);
  useUnsaved(job?.isRunning ?? false, 'action');
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
            aria-label={texts.failed(failures.length)}
          />
        </Progress.Root>
        <Text size="sm" role="status">
          {texts.ofAll(tried, total)}
          {isStopped && !isRunning && tried < total && ` · ${texts.stopped(total - tried)}`}
        </Text>
        <Failures failures={failures} />
        <Group justify="flex-end">
          {isRunning ? (
            <Button variant="default" onClick={stop} disabled={isStopped}>
              {isStopped ? texts.stopping : texts.stop}
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={close}>
                {closeLabel}
              </Button>
              {failures.length > 0 && <Button onClick={retry}>{retryLabel}</Button>}
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

const shownFailures = 50;

function Failures({ failures }: Pick<NonNullable<ReturnType<typeof useBulk>['job']>, 'failures'>) {
  const texts = useMessages(bulkMessages);
  const messages = useMessages(sharedMessages);
  if (failures.length === 0) return null;
  return (
    <Alert color="red" icon={<TriangleAlert aria-hidden />} title={texts.failed(failures.length)}>
      <List size="sm" mah={240} style={{ overflowY: 'auto' }} tabIndex={0}>
        {failures.slice(0, shownFailures).map(({ item, error }) => (
          <List.Item key={item.userId}>
            {nameOf(item)}: {messageOf(error, messages)}
          </List.Item>
        ))}
      </List>
      {failures.length > shownFailures && (
        <Text size="sm">{texts.andMore(failures.length - shownFailures)}</Text>
      )}
    </Alert>
  );
}
