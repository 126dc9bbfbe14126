import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import type { Comparison, State } from './compare.ts';
import { snapshotMessages } from './messages.ts';
import { type Secrets, secretsToApi } from './secrets.ts';
import { downloadSnapshot, type Files, type PartName } from './snapshot-files.ts';

interface ImportProps {
  files: Files;
  /** The project's current configuration. */
  current: Files;
  changes: Comparison[];
  without: PartName[];
  isPossible: boolean;
  secrets: Secrets;
  onDone(): void;
}

export function Import({ files, current, changes, without, isPossible, secrets, onDone }: ImportProps) {
  const messages = useMessages(snapshotMessages);
  const { project } = useProject();
  const isOwner = useHasRole('owner');
  const [asks, setAsks] = useState(false);
  const [keepsCopy, setKeepsCopy] = useState(true);
  const write = useWrite(
    (client) =>
      client.management.project.importSnapshot({
        files,
        inputSecrets: secretsToApi(secrets),
        excludes: without,
      }),
    // An import can change everything that is shown about the project.
    { changes: [[]], done: messages.imported, onDone },
  );
  const countOf = (state: State) => changes.filter((change) => change.state === state).length;
  return (
    <Stack gap="sm">
      <Checkbox
        label={messages.backup}
        checked={keepsCopy}
        onChange={(event) => setKeepsCopy(event.currentTarget.checked)}
      />
      <Group>
        <Button onClick={() => setAsks(true)} disabled={!isPossible || !isOwner}>
          {messages.import}
        </Button>
        {!isOwner && (
          <Text size="sm" c="dimmed">
            {messages.ownerOnly}
          </Text>
        )}
      </Group>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.importTitle(project.name)}
        action={messages.importAction}
        onConfirm={() => {
          if (keepsCopy) downloadSnapshot(project.name, current);
          return write.mutateAsync(undefined);
        }}
      >
        {messages.importLead(countOf('added'), countOf('changed'))}
      </Confirm>
    </Stack>
  );
}
