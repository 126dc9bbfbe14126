import { Button, FileButton, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { importMessages } from './messages.ts';
import { readCsv } from './read-csv.ts';
import { maxMegabytes, maxRows, type Table } from './view.ts';

/** Chooses the source: a dropped or selected file, or pasted text. */
export function SourceStep({ onRead }: { onRead(table: Table): void }) {
  const messages = useMessages(importMessages);
  const { language } = useLanguage();
  const [text, setText] = useState('');
  const [error, setError] = useState('');

  const read = (text: string) => {
    const [header, ...rows] = readCsv(text).rows;
    if (!header || rows.length === 0) return setError(messages.noRows);
    if (rows.length > maxRows) return setError(messages.tooManyRows(maxRows.toLocaleString(language)));
    setError('');
    onRead({ header, rows });
  };
  const readFile = async (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > maxMegabytes * 1024 * 1024) return setError(messages.tooLarge(maxMegabytes));
    try {
      read(await file.text());
    } catch {
      setError(messages.unreadable);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void readFile(event.dataTransfer.files[0]);
  };
  return (
    <Stack>
      <Paper
        withBorder
        p="xl"
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        style={{ borderStyle: 'dashed' }}
      >
        <Stack align="center" gap="xs">
          <FileUp size={28} aria-hidden />
          <FileButton
            accept=".csv,.tsv,.txt,text/csv"
            onChange={readFile}
            inputProps={{ 'aria-label': messages.file }}
          >
            {(props) => <Button {...props}>{messages.choose}</Button>}
          </FileButton>
          <Text size="sm" c="dimmed" ta="center">
            {messages.fileLead}
          </Text>
        </Stack>
      </Paper>
      <Text size="sm" c="dimmed" ta="center">
        {messages.or}
      </Text>
      <Textarea
        label={messages.pasted}
        placeholder={messages.example}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={5}
        maxRows={14}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={() => read(text)} disabled={!text.trim()}>
          {messages.useText}
        </Button>
      </Group>
    </Stack>
  );
}
