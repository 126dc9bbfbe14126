import { Button, FileButton, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useLanguage, useWords } from '../../words/language.tsx';
import { readCsv } from './read-csv.ts';
import { maxMegabytes, maxRows, type Table } from './view.ts';
import { importWords } from './words.ts';

/** Where the users come from: a file, dropped or chosen, or text. */
export function SourceStep({ onRead }: { onRead(table: Table): void }) {
  const words = useWords(importWords);
  const { language } = useLanguage();
  const [text, setText] = useState('');
  const [error, setError] = useState('');

  const read = (text: string) => {
    const [header, ...rows] = readCsv(text).rows;
    if (!header || rows.length === 0) return setError(words.noRows);
    if (rows.length > maxRows) return setError(words.tooManyRows(maxRows.toLocaleString(language)));
    setError('');
    onRead({ header, rows });
  };
  const readFile = async (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > maxMegabytes * 1024 * 1024) return setError(words.tooLarge(maxMegabytes));
    try {
      read(await file.text());
    } catch {
      setError(words.unreadable);
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
            inputProps={{ 'aria-label': words.file }}
          >
            {(props) => <Button {...props}>{words.choose}</Button>}
          </FileButton>
          <Text size="sm" c="dimmed" ta="center">
            {words.fileLead}
          </Text>
        </Stack>
      </Paper>
      <Text size="sm" c="dimmed" ta="center">
        {words.or}
      </Text>
      <Textarea
        label={words.pasted}
        placeholder={words.example}
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
          {words.useText}
        </Button>
      </Group>
    </Stack>
  );
}
