import { Badge, Button, Group, Progress, Stack, Switch, Text } from '@mantine/core';
import { Download, FileX2 } from 'lucide-react';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useLanguage, useWords } from '../../words/language.tsx';
import { downloadRows } from './download-rows.ts';
import { RowTable } from './row-table.tsx';
import type { Check } from './use-check.ts';
import type { defaultView, Invitation } from './view.ts';
import { importWords } from './words.ts';

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

/** The verdict on each line. Nothing has been written yet. */
export function CheckStep(props: CheckStepProps) {
  const { check, header, view, change, invitation, onBack, onRetry, onNext } = props;
  const words = useWords(importWords);
  const { back } = useWords(everywhere);
  const { language } = useLanguage();
  const format = (count: number) => count.toLocaleString(language);
  const { rows, isRunning, done, total, error } = check;
  const bad = rows.filter(({ problems }) => problems.length > 0);
  const good = rows.length - bad.length;
  const action = invitation ? words.inviteNow(format(good)) : words.importNow(format(good));
  return (
    <Stack>
      {isRunning && (
        <div>
          <Progress value={(done / Math.max(1, total)) * 100} animated aria-label={words.check} />
          <Text size="sm" mt={4} role="status">
            {words.checking(format(done), format(total))}
          </Text>
        </div>
      )}
      {error !== undefined && <ErrorNotice error={error} retry={onRetry} />}
      <Group justify="space-between">
        <Group gap="xs">
          <Badge color="teal" variant="light" size="lg" tt="none">
            {words.good(format(good))}
          </Badge>
          {bad.length > 0 && (
            <Badge color="red" variant="light" size="lg" tt="none">
              {words.bad(format(bad.length))}
            </Badge>
          )}
        </Group>
        {bad.length > 0 && (
          <Switch
            label={words.onlyBad}
            checked={view.bad}
            onChange={(event) => change({ bad: event.currentTarget.checked, page: 1 })}
          />
        )}
      </Group>
      <RowTable
        label={words.check}
        rows={view.bad ? bad : rows}
        page={view.page}
        onPage={(page) => change({ page })}
        title={words.verdict}
        verdictOf={({ problems }) =>
          problems.length > 0
            ? { text: problems.join(' '), isGood: false }
            : { text: words.isGood, isGood: true }
        }
      />
      {good === 0 && !isRunning && <EmptyState icon={FileX2} title={words.nothingGood} />}
      <Group justify="flex-end">
        {bad.length > 0 && good > 0 && (
          <Text size="sm" c="dimmed">
            {words.badAreLeft}
          </Text>
        )}
        {bad.length > 0 && !isRunning && (
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => downloadRows(bad, header, ({ problems }) => problems.join(' '), words)}
          >
            {words.badFile}
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
