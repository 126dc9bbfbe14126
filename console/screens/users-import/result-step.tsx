import { Badge, Button, Group, Progress, Stack, Switch, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useGo } from '../../parts/links.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useLanguage, useWords } from '../../words/language.tsx';
import { downloadRows } from './download-rows.ts';
import { RowTable, type Verdict } from './row-table.tsx';
import type { ImportRun } from './use-import.ts';
import type { defaultView } from './view.ts';
import { type ImportWords, importWords } from './words.ts';

interface ResultStepProps {
  run: ImportRun;
  header: string[];
  view: typeof defaultView;
  change(changes: Partial<typeof defaultView>): void;
  onStop(): void;
  onGoOn(): void;
  onAgain(): void;
}

/** How far it is, and what became of each line. */
export function ResultStep({ run, header, view, change, onStop, onGoOn, onAgain }: ResultStepProps) {
  const words = useWords(importWords);
  const { language } = useLanguage();
  const go = useGo();
  const format = (count: number) => count.toLocaleString(language);
  const { rows, outcomes, isRunning, isStopped, error } = run;
  useUnsaved(isRunning);
  const failed = rows.filter(({ line }) => outcomes.get(line));
  const untried = rows.length - outcomes.size;
  return (
    <Stack>
      <div>
        <Progress.Root size="lg">
          <Progress.Section
            value={((outcomes.size - failed.length) / rows.length) * 100}
            color="teal"
            aria-label={words.importing}
          />
          <Progress.Section
            value={(failed.length / rows.length) * 100}
            color="red"
            aria-label={words.failed(format(failed.length))}
          />
        </Progress.Root>
        <Text size="sm" mt={4} role="status">
          {words.running(format(outcomes.size), format(rows.length))}
        </Text>
      </div>
      {error !== undefined && (
        <>
          <ErrorNotice error={error} />
          <Text size="sm">{words.pausedLead}</Text>
        </>
      )}
      <Group justify="space-between">
        <Group gap="xs">
          <Count color="teal" text={words.done(format(outcomes.size - failed.length))} />
          {failed.length > 0 && <Count color="red" text={words.failed(format(failed.length))} />}
          {!isRunning && untried > 0 && <Count color="gray" text={words.untried(format(untried))} />}
        </Group>
        {failed.length > 0 && (
          <Switch
            label={words.onlyBad}
            checked={view.bad}
            onChange={(event) => change({ bad: event.currentTarget.checked, page: 1 })}
          />
        )}
      </Group>
      {!isRunning && (
        <RowTable
          label={words.result}
          rows={view.bad ? failed : rows}
          page={view.page}
          onPage={(page) => change({ page })}
          title={words.result}
          verdictOf={({ line }) => verdictOf(outcomes.get(line), words)}
        />
      )}
      <Group justify="flex-end">
        {failed.length > 0 && !isRunning && (
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => downloadRows(failed, header, ({ line }) => outcomes.get(line) ?? '', words)}
          >
            {words.failedFile}
          </Button>
        )}
        {isRunning ? (
          <Button variant="default" onClick={onStop} disabled={isStopped}>
            {isStopped ? words.stopping : words.stop}
          </Button>
        ) : untried > 0 ? (
          <Button onClick={onGoOn}>{words.goOn}</Button>
        ) : (
          <>
            <Button variant="default" onClick={onAgain}>
              {words.again}
            </Button>
            <Button onClick={() => go('users')}>{words.toUsers}</Button>
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

function verdictOf(outcome: string | undefined, words: ImportWords): Verdict {
  if (outcome === undefined) return { text: words.notTried };
  return outcome === '' ? { text: words.wasDone, isGood: true } : { text: outcome, isGood: false };
}
