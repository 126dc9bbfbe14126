import { Alert, Button, FileButton, Group, Stack } from '@mantine/core';
import { FileJson, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { now } from '../../clock.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { type Files, readSnapshot, UnreadableError } from './snapshot-files.ts';
import { snapshotWords } from './words.ts';

export interface Chosen {
  /** Another one for each choice. */
  id: number;
  /** Of the file or the folder. */
  name: string;
  files: Files;
}

const folderProps = { webkitdirectory: '' } as object;

export function ChooseFiles({ onChosen }: { onChosen(chosen: Chosen): void }) {
  const words = useWords(snapshotWords);
  const { errors } = useWords(everywhere);
  const [problem, setProblem] = useState<string>();
  const read = async (chosen: File[]) => {
    const [first] = chosen;
    if (!first) return;
    setProblem(undefined);
    try {
      const name = first.webkitRelativePath.split('/')[0] || first.name;
      onChosen({ id: now(), name, files: await readSnapshot(chosen) });
    } catch (error) {
      if (!(error instanceof UnreadableError)) setProblem(errors.unexpected);
      else setProblem(error.path ? words.notJson(error.path) : words.notASnapshot);
    }
  };
  const buttons = (
    <Group justify="center" gap="xs">
      <FileButton
        accept="application/json,.json"
        onChange={(file) => void read(file ? [file] : [])}
        inputProps={{ 'aria-label': words.chooseFile }}
      >
        {(props) => (
          <Button {...props} leftSection={<FileJson size={16} aria-hidden />}>
            {words.chooseFile}
          </Button>
        )}
      </FileButton>
      <FileButton
        multiple
        onChange={(files) => void read(files)}
        inputProps={{ 'aria-label': words.chooseFolder, ...folderProps }}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<FolderOpen size={16} aria-hidden />}>
            {words.chooseFolder}
          </Button>
        )}
      </FileButton>
    </Group>
  );
  return (
    <Stack>
      <EmptyState icon={FileJson} title={words.choose} lead={words.chooseLead} action={buttons} />
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  );
}
