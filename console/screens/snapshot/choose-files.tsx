import { Alert, Button, FileButton, Group, Stack } from '@mantine/core';
import { FileJson, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { now } from '../../clock.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { snapshotMessages } from './messages.ts';
import { type Files, readSnapshot, UnreadableError } from './snapshot-files.ts';

export interface Chosen {
  /** Changes with each choice, so that the review starts over. */
  id: number;
  /** The name of the file or folder. */
  name: string;
  files: Files;
}

const folderProps = { webkitdirectory: '' } as object;

export function ChooseFiles({ onChosen }: { onChosen(chosen: Chosen): void }) {
  const messages = useMessages(snapshotMessages);
  const { errors } = useMessages(sharedMessages);
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
      else setProblem(error.path ? messages.notJson(error.path) : messages.notASnapshot);
    }
  };
  const buttons = (
    <Group justify="center" gap="xs">
      <FileButton
        accept="application/json,.json"
        onChange={(file) => void read(file ? [file] : [])}
        inputProps={{ 'aria-label': messages.chooseFile }}
      >
        {(props) => (
          <Button {...props} leftSection={<FileJson size={16} aria-hidden />}>
            {messages.chooseFile}
          </Button>
        )}
      </FileButton>
      <FileButton
        multiple
        onChange={(files) => void read(files)}
        inputProps={{ 'aria-label': messages.chooseFolder, ...folderProps }}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<FolderOpen size={16} aria-hidden />}>
            {messages.chooseFolder}
          </Button>
        )}
      </FileButton>
    </Group>
  );
  return (
    <Stack>
      <EmptyState icon={FileJson} title={messages.choose} lead={messages.chooseLead} action={buttons} />
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  );
}
