import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { readPreference, writePreference } from './preferences.ts';
import type { Column } from './table-column.ts';

/** Chooses which columns are visible. The choice is stored in this browser under `name`. */
export function useColumns<T>(name: string, all: Column<T>[], initially: string[]) {
  const key = `columns.${name}`;
  const [shown, setShown] = useState(() => readPreference(key, initially));
  const choose = (ids: string[]) => {
    writePreference(key, ids);
    setShown(ids);
  };
  const columns = useMemo(() => all.filter(({ id }) => shown.includes(id)), [all, shown]);
  return { columns, all, shown, choose };
}

export function ColumnMenu<T>({ all, shown, choose }: Omit<ReturnType<typeof useColumns<T>>, 'columns'>) {
  const messages = useMessages(sharedMessages);
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size="lg" aria-label={messages.columns} title={messages.columns}>
          <Columns3 size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={messages.columns}>
        <Checkbox.Group value={shown} onChange={choose} aria-label={messages.columns}>
          <Stack gap="xs">
            {all.map(({ id, title }) => (
              <Checkbox key={id} value={id} label={title} disabled={shown.length === 1 && shown[0] === id} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
