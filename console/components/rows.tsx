import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formMessages } from '../i18n/form-messages.ts';
import { useMessages } from '../i18n/language.tsx';

interface RowsProps<T> {
  rows: T[];
  onChange(rows: T[]): void;
  empty: T;
  addLabel: string;
  nameOf(number: number): string;
  show(row: T, set: (changes: Partial<T>) => void): ReactNode;
}

/** Edits a list of records, each of which has its fields in one row. */
export function Rows<T extends object>({ rows, onChange, empty, addLabel, nameOf, show }: RowsProps<T>) {
  const { removeEntry } = useMessages(formMessages);
  return (
    <Stack gap="sm" align="flex-start">
      {rows.map((row, index) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: only its index identifies a new row
          key={index}
          role="group"
          aria-label={nameOf(index + 1)}
          align="flex-end"
          w="100%"
        >
          {show(row, (changes) =>
            onChange(rows.map((one, i) => (i === index ? { ...one, ...changes } : one))),
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={removeEntry(nameOf(index + 1))}
            onClick={() => onChange(rows.filter((_, i) => i !== index))}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => onChange([...rows, empty])}
      >
        {addLabel}
      </Button>
    </Stack>
  );
}
