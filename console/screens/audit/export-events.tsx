import { Button, Group, Modal, Progress, Radio, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { now } from '../../clock.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { download } from '../../components/download.ts';
import { auditMessages } from '../../components/events/messages.ts';
import { type Filters, searchOf } from '../../components/events/view.ts';
import { FormError } from '../../components/form-error.tsx';
import { useNotify } from '../../components/notify.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { collectEvents } from './collect-events.ts';
import { csvHead, csvOf, jsonLineOf } from './event-lines.ts';

interface ExportEventsProps {
  filters: Filters;
  /** The approximate number of events. */
  total: number;
  onClose(): void;
}

type Format = 'csv' | 'jsonl';

const fileTypes = { csv: 'text/csv;charset=utf-8', jsonl: 'application/jsonl' };

export default function ExportEvents({ filters, total, onClose }: ExportEventsProps) {
  const messages = useMessages(auditMessages);
  const { cancel } = useMessages(sharedMessages);
  const { project } = useProject();
  const [format, setFormat] = useState<Format>('csv');
  const { count, error, isBusy, start } = useExport({ filters, format, onDone: onClose });
  const command = `npx latchkey audit export --project ${project.id} --output audit.jsonl`;
  return (
    <Modal opened onClose={onClose} title={messages.exportTitle}>
      <Stack>
        <Text size="sm">{messages.exportLead}</Text>
        <Radio.Group
          label={messages.format}
          value={format}
          onChange={(chosen) => setFormat(chosen === 'jsonl' ? 'jsonl' : 'csv')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="csv" label={messages.csv} disabled={isBusy} />
            <Radio value="jsonl" label={messages.jsonl} disabled={isBusy} />
          </Stack>
        </Radio.Group>
        {isBusy && <Done count={count} total={Math.max(total, count)} />}
        <FormError error={error} action={messages.exportStart} />
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {messages.sealed}
          </Text>
          <CopyText text={command} what={messages.command} />
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button onClick={() => void start()} loading={isBusy}>
            {messages.exportStart}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Done({ count, total }: { count: number; total: number }) {
  const messages = useMessages(auditMessages);
  const { language } = useLanguage();
  const text = messages.progress(count.toLocaleString(language), total.toLocaleString(language));
  return (
    <div>
      <Progress value={total ? (100 * count) / total : 0} animated aria-label={text} />
      <Text size="sm" c="dimmed" mt={4} role="status">
        {text}
      </Text>
    </div>
  );
}

/** Closing the dialog cancels the export and discards what was read. */
function useExport({ filters, format, onDone }: UseExport) {
  const messages = useMessages(auditMessages);
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
      notify.done(messages.exported(done.toLocaleString(language)));
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
  filters: Filters;
  format: Format;
  onDone(): void;
}
