import { useState } from 'react';
import { readPreference, writePreference } from './preferences.ts';
import { clampWidth, type Widths } from './table-layout.ts';
import { useStableCallback } from './use-stable-callback.ts';

/** Returns the widths that the viewer has chosen for the table's columns, and a function that stores others. */
export function useColumnWidths(table: string): [Widths, (widths: Widths) => void] {
  const [kept, setKept] = useState(() => ({ table, widths: readWidths(table) }));
  if (kept.table !== table) setKept({ table, widths: readWidths(table) });
  const store = useStableCallback((widths: Widths) => {
    writePreference(keyOf(table), widths);
    setKept({ table, widths });
  });
  return [kept.widths, store];
}

const keyOf = (table: string) => `widths.${table}`;

/** Ignores what a viewer or an earlier release has stored in another form. */
function readWidths(table: string): Widths {
  const stored = readPreference<unknown>(keyOf(table), {});
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = Object.entries(stored).filter(([, width]) => Number.isFinite(width));
  return Object.fromEntries(entries.map(([id, width]) => [id, clampWidth(width)]));
}
