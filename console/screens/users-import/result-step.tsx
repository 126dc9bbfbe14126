import { Badge, Button, Group, Progress, Stack, Switch, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useGo } from '../../components/links.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { downloadRows } from './download-rows.ts';
import { type ImportMessages, importMessages } from './messages.ts';
import { RowTable, type Verdict } from './row-table.tsx';
import type { ImportRun } from './use-import.ts';
import type { defaultView } from './view.ts';

interface ResultStepProps {
  run: ImportRun;
  header: string[];
  view: typeof defaultView;
  change(changes: Partial<typeof defaultView>): void;
  onStop(): void;
  onResume(): void;
  onRestart(): void;
}

/** Shows the progress and the result of each row. */
export function ResultStep({ run, header, view, change, onStop, onResume, onRestart }: ResultStepProps) {
  const messages = useMessages(importMessages);
  const { language } = useLanguage();
  const go = useGo();
  const format = (count: number) => count.toLocaleString(language);
  const { rows, outcomes, isRunning, isStopped, error } = run;
  const failed = rows.filter(({ line }) => outcomes.get(line));
  const untried = rows.length - outcomes.size;
  // A paused import can be resumed only on this page.
  useUnsaved(isRunning || untried > 0, 'action');
  return (
    <Stack>
      <div>
        <Progress.Root size="lg">
          <Progress.Section
            value={((outcomes.size - failed.length) / rows.length) * 100}
            color="teal"
            aria-label={messages.importing}
          />
          <Progress.Section
            value={(failed.length / rows.length) * 100}
            color="red"
            aria-label={messages.failed(format(failed.length))}
          />
        </Progress.Root>
        <Text size="sm" mt={4} role="status">
          {messages.running(format(outcomes.size), format(rows.length))}
        </Text>
      </div>
      {error !== undefined && (
        <>
          <ErrorNotice error={error} />
          <Text size="sm">{messages.pausedLead}</Text>
        </>
      )}
      <Group justify="space-between">
        <Group gap="xs">
          <Count color="teal" text={messages.done(format(outcomes.size - failed.length))} />
          {failed.length > 0 && <Count color="red" text={messages.failed(format(failed.length))} />}
          {!isRunning && untried > 0 && <Count color="gray" text={messages.untried(format(untried))} />}
        </Group>
        {failed.length > 0 && (
          <Switch
            label={messages.onlyBad}
            checked={view.bad}
            onChange={(event) => change({ bad: event.currentTarget.checked, page: 1 })}
          />
        )}
      </Group>
      {!isRunning && (
        <RowTable
          label={messages.result}
          rows={view.bad ? failed : rows}
          page={view.page}
          onPage={(page) => change({ page })}
          title={messages.result}
          verdictOf={({ line }) => verdictOf(outcomes.get(line), messages)}
        />
      )}
      <Group justify="flex-end">
        {failed.length > 0 && !isRunning && (
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => downloadRows(failed, header, ({ line }) => outcomes.get(line) ?? '', messages)}
          >
            {messages.failedFile}
          </Button>
        )}
        {isRunning ? (
          <Button variant="default" onClick={onStop} disabled={isStopped}>
            {isStopped ? messages.stopping : messages.stop}
          </Button>
        ) : untried > 0 ? (
          <Button onClick={onResume}>{messages.resume}</Button>
        ) : (
          <>
            <Button variant="default" onClick={onRestart}>
              {messages.again}
            </Button>
            <Button onClick={() => go('users')}>{messages.toUsers}</Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

function Count({ color, text }: { color: string; text: string }) {
  return (
    <Badge color={color} variant="light" size="lg" tt="none">
      {text}
    </Badge>
  );
}

function verdictOf(outcome: string | undefined, messages: ImportMessages): Verdict {
  if (outcome === undefined) return { text: messages.notTried };
  return outcome === '' ? { text: messages.wasDone, isGood: true } : { text: outcome, isGood: false };
}
