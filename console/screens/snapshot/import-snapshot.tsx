import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { snapshotParts } from '../../../client/constants.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ChooseFiles, type Chosen } from './choose-files.tsx';
import { snapshotMessages } from './messages.ts';
import { PartChoice } from './part-choice.tsx';
import { Review } from './review.tsx';
import type { PartName } from './snapshot-files.ts';

/** Imports a snapshot in three steps: choose a file, review the changes, import. */
export default function ImportSnapshot() {
  const messages = useMessages(snapshotMessages);
  const [chosen, setChosen] = useState<Chosen>();
  const [without, setWithout] = useState<PartName[]>([]);
  if (!chosen) return <ChooseFiles onChosen={setChosen} />;
  const { name, files } = chosen;
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={600}>{messages.chosen(name, Object.keys(files).length)}</Text>
        <Button variant="default" size="compact-sm" onClick={() => setChosen(undefined)}>
          {messages.other}
        </Button>
      </Group>
      <PartChoice without={without} onChange={setWithout} />
      {without.length < snapshotParts.length && (
        <Review key={without.join()} chosen={chosen} without={without} onDone={() => setChosen(undefined)} />
      )}
    </Stack>
  );
}
