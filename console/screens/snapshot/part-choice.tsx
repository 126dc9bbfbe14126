import { Checkbox, SimpleGrid } from '@mantine/core';
import { useMessages } from '../../i18n/language.tsx';
import { snapshotMessages } from './messages.ts';
import { type PartName, partNames } from './snapshot-files.ts';

interface PartChoiceProps {
  /** The excluded parts. */
  without: PartName[];
  onChange(without: PartName[]): void;
}

export function PartChoice({ without, onChange }: PartChoiceProps) {
  const messages = useMessages(snapshotMessages);
  const chosen = partNames.filter((name) => !without.includes(name));
  return (
    <Checkbox.Group
      label={messages.parts}
      value={chosen}
      onChange={(names) => onChange(partNames.filter((name) => !names.includes(name)))}
      error={chosen.length === 0 && messages.noParts}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="xs" mt="xs" mb="xs">
        {partNames.map((name) => (
          <Checkbox key={name} value={name} label={messages.partNames[name]} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

/** Keeps the known parts. Users can type anything into the address. */
export function partsOf(texts: string[]): PartName[] {
  return partNames.filter((name) => texts.includes(name));
}
