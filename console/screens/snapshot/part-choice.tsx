import { Checkbox, SimpleGrid } from '@mantine/core';
import { useWords } from '../../words/language.tsx';
import { type PartName, partNames } from './snapshot-files.ts';
import { snapshotWords } from './words.ts';

interface PartChoiceProps {
  /** Those that are left out. */
  without: PartName[];
  onChange(without: PartName[]): void;
}

export function PartChoice({ without, onChange }: PartChoiceProps) {
  const words = useWords(snapshotWords);
  const chosen = partNames.filter((name) => !without.includes(name));
  return (
    <Checkbox.Group
      label={words.parts}
      value={chosen}
      onChange={(names) => onChange(partNames.filter((name) => !names.includes(name)))}
      error={chosen.length === 0 && words.noParts}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="xs" mt="xs" mb="xs">
        {partNames.map((name) => (
          <Checkbox key={name} value={name} label={words.partNames[name]} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

/** Of an address that somebody may have typed. */
export function partsOf(texts: string[]): PartName[] {
  return partNames.filter((name) => texts.includes(name));
}
