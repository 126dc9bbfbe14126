import { Badge, Button, Group, Progress, Stack, Switch, Text } from '@mantine/core';
import { Download, FileX2 } from 'lucide-react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { downloadRows } from './download-rows.ts';
import { importMessages } from './messages.ts';
import { RowTable } from './row-table.tsx';
import type { Check } from './use-check.ts';
import type { defaultView, Invitation } from './view.ts';

interface CheckStepProps {
  check: Check;
  header: string[];
  view: typeof defaultView;
  change(changes: Partial<typeof defaultView>): void;
  invitation: Invitation | undefined;
  onBack(): void;
  onRetry(): void;
  onNext(): void;
}

/** Shows the result of checking each row. Nothing has been written yet. */
export function CheckStep(props: CheckStepProps) {
  const { check, header, view, change, invitation, onBack, onRetry, onNext } = props;
  const messages = useMessages(importMessages);
  const { back } = useMessages(sharedMessages);
  const { language } = useLanguage();
  const format = (count: number) => count.toLocaleString(language);
  const { rows, isRunning, done, total, error } = check;
  const bad = rows.filter(({ problems }) => problems.length > 0);
  const good = rows.length - bad.length;
  const action = invitation ? messages.inviteNow(good) : messages.importNow(good);
  return (
    <Stack>
      {isRunning && (
        <div>
          <Progress value={(done / Math.max(1, total)) * 100} animated aria-label={messages.check} />
          <Text size="sm" mt={4} role="status">
            {messages.checking(format(done), format(total))}
          </Text>
        </div>
      )}
      {error !== undefined && <ErrorNotice error={error} retry={onRetry} />}
      <Group justify="space-between">
        <Group gap="xs">
          <Badge color="teal" variant="light" size="lg" tt="none">
            {messages.good(format(good))}
          </Badge>
          {bad.length > 0 && (
            <Badge color="red" variant="light" size="lg" tt="none">
              {messages.bad(bad.length)}
            </Badge>
          )}
        </Group>
        {bad.length > 0 && (
          <Switch
            label={messages.onlyBad}
            checked={view.bad}
            onChange={(event) => change({ bad: event.currentTarget.checked, page: 1 })}
          />
        )}
      </Group>
      <RowTable
        label={messages.check}
        rows={view.bad ? bad : rows}
        page={view.page}
        onPage={(page) => change({ page })}
        title={messages.verdict}
        verdictOf={({ problems }) =>
          problems.length > 0
            ? { text: problems.join(' '), isGood: false }
            : { text: messages.isGood, isGood: true }
        }
      />
      {good === 0 && !isRunning && <EmptyState icon={FileX2} title={messages.nothingGood} />}
      <Group justify="flex-end">
        {bad.length > 0 && good > 0 && (
          <Text size="sm" c="dimmed">
            {messages.badAreLeft}
          </Text>
        )}
        {bad.length > 0 && !isRunning && (
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => downloadRows(bad, header, ({ problems }) => problems.join(' '), messages)}
          >
            {messages.badFile}
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          {back}
        </Button>
        <Button onClick={onNext} disabled={isRunning || error !== undefined || good === 0}>
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
