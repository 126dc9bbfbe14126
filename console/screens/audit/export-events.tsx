import { Button, Group, Modal, Progress, Radio, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { now } from '../../clock.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { download } from '../../parts/download.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useNotify } from '../../parts/notify.tsx';
import { useProject } from '../../session/project.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useLanguage, useWords } from '../../words/language.tsx';
import { collectEvents } from './collect-events.ts';
import { csvHead, csvOf, jsonLineOf } from './event-lines.ts';
import { type filtersOf, searchOf } from './view.ts';
import { auditWords } from './words.ts';

interface ExportEventsProps {
  filters: ReturnType<typeof filtersOf>;
  /** How many there are about. */
  total: number;
  onClose(): void;
}

type Format = 'csv' | 'jsonl';

const fileTypes = { csv: 'text/csv;charset=utf-8', jsonl: 'application/jsonl' };

export default function ExportEvents({ filters, total, onClose }: ExportEventsProps) {
  const words = useWords(auditWords);
  const { cancel } = useWords(everywhere);
  const { project } = useProject();
  const [format, setFormat] = useState<Format>('csv');
  const { count, error, isBusy, start } = useExport({ filters, format, onDone: onClose });
  const command = `npx latchkey audit export --project ${project.id} --output audit.jsonl`;
  return (
    <Modal opened onClose={onClose} title={words.exportTitle}>
      <Stack>
        <Text size="sm">{words.exportLead}</Text>
        <Radio.Group
          label={words.format}
          value={format}
          onChange={(chosen) => setFormat(chosen === 'jsonl' ? 'jsonl' : 'csv')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="csv" label={words.csv} disabled={isBusy} />
            <Radio value="jsonl" label={words.jsonl} disabled={isBusy} />
          </Stack>
        </Radio.Group>
        {isBusy && <Done count={count} total={Math.max(total, count)} />}
        {error !== undefined && <ErrorNotice error={error} />}
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {words.sealed}
          </Text>
          <CopyText text={command} what={words.command} />
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button onClick={() => void start()} loading={isBusy}>
            {words.exportStart}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Done({ count, total }: { count: number; total: number }) {
  const words = useWords(auditWords);
  const { language } = useLanguage();
  const text = words.progress(count.toLocaleString(language), total.toLocaleString(language));
  return (
    <div>
      <Progress value={total ? (100 * count) / total : 0} animated aria-label={text} />
      <Text size="sm" c="dimmed" mt={4} role="status">
        {text}
      </Text>
    </div>
  );
}

/** Closing the dialog ends it: nothing is kept of what was read so far. */
function useExport({ filters, format, onDone }: UseExport) {
  const words = useWords(auditWords);
  const { language } = useLanguage();
  const { client, project } = useProject();
  const notify = useNotify();
  const [count, setCount] = useState(0);
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const start = async () => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setIsBusy(true);
    setError(undefined);
    setCount(0);
    const search = searchOf(filters);
    const lines: string[] = format === 'csv' ? [csvHead] : [];
    let done = 0;
    try {
      for await (const events of collectEvents(client, { ...search, to: search.to || now() }, signal)) {
        lines.push(...events.map(format === 'csv' ? csvOf : jsonLineOf));
        done += events.length;
        setCount(done);
      }
      download(`audit-${project.name}.${format}`, lines, fileTypes[format]);
      notify.done(words.exported(done.toLocaleString(language)));
      onDone();
    } catch (error) {
      if (!signal.aborted) setError(error);
    } finally {
      if (!signal.aborted) setIsBusy(false);
    }
  };
  return { count, error, isBusy, start };
}

interface UseExport {
  filters: ReturnType<typeof filtersOf>;
  format: Format;
  onDone(): void;
}
