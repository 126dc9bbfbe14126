import { Checkbox, SimpleGrid } from '@mantine/core';
import { snapshotParts } from '../../../client/constants.ts';
import { useMessages } from '../../i18n/language.tsx';
import { snapshotMessages } from './messages.ts';
import type { PartName } from './snapshot-files.ts';

interface PartChoiceProps {
  /** The excluded parts. */
  without: PartName[];
  onChange(without: PartName[]): void;
}

export function PartChoice({ without, onChange }: PartChoiceProps) {
  const messages = useMessages(snapshotMessages);
  const chosen = snapshotParts.filter((name) => !without.includes(name));
  return (
    <Checkbox.Group
      label={messages.parts}
      value={chosen}
      onChange={(names) => onChange(snapshotParts.filter((name) => !names.includes(name)))}
      error={chosen.length === 0 && messages.noParts}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="xs" mt="xs" mb="xs">
        {snapshotParts.map((name) => (
          <Checkbox key={name} value={name} label={messages.partNames[name]} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

/** Keeps the known parts. Users can type anything into the address. */
export function partsOf(texts: string[]): PartName[] {
  return snapshotParts.filter((name) => texts.includes(name));
}
