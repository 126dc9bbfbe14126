import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../words/language.tsx';
import { ChooseFiles, type Chosen } from './choose-files.tsx';
import { PartChoice } from './part-choice.tsx';
import { Review } from './review.tsx';
import { type PartName, partNames } from './snapshot-files.ts';
import { snapshotWords } from './words.ts';

/** A file is chosen, what it would do is shown, and then it is done. */
export default function ImportSnapshot() {
  const words = useWords(snapshotWords);
  const [chosen, setChosen] = useState<Chosen>();
  const [without, setWithout] = useState<PartName[]>([]);
  if (!chosen) return <ChooseFiles onChosen={setChosen} />;
  const { name, files } = chosen;
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={600}>{words.chosen(name, Object.keys(files).length)}</Text>
        <Button variant="default" size="compact-sm" onClick={() => setChosen(undefined)}>
          {words.other}
        </Button>
      </Group>
      <PartChoice without={without} onChange={setWithout} />
      {without.length < partNames.length && (
        <Review key={without.join()} chosen={chosen} without={without} onDone={() => setChosen(undefined)} />
      )}
    </Stack>
  );
}
