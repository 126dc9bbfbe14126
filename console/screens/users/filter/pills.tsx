import { Button, Group } from '@mantine/core';
import { X } from 'lucide-react';
import { emptyFilter, type Filter, type View } from '../../../components/users/view.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { filterMessages } from './messages.ts';
import { usePills } from './use-pills.ts';

interface FilterPillsProps {
  view: View;
  onChange(changes: Partial<Filter>): void;
}

/** Shows the active filters, each with a button that removes it. */
export function FilterPills({ view, onChange }: FilterPillsProps) {
  const messages = useMessages(filterMessages);
  const { clearFilters } = useMessages(sharedMessages);
  const pills = usePills(view);
  if (pills.length === 0) return null;
  return (
    <Group gap={6} role="group" aria-label={messages.active}>
      {pills.map(({ label, without }) => (
        <Button
          key={label}
          size="compact-sm"
          radius="xl"
          variant="light"
          fw={500}
          maw="100%"
          rightSection={<X size={14} aria-hidden />}
          aria-label={messages.remove(label)}
          onClick={() => onChange(without)}
        >
          {label}
        </Button>
      ))}
      {pills.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(emptyFilter)}>
          {clearFilters}
        </Button>
      )}
    </Group>
  );
}
