import { type RefObject, useEffect } from 'react';
import { readPreference } from './preferences.ts';
import { openRow } from './row-parts.ts';
import { useStableCallback } from './use-stable-callback.ts';

/** Stores whether keys without Ctrl have a meaning, which speech input can make a nuisance of (WCAG 2.2, 2.1.4). */
export const lettersKey = 'single-key-shortcuts';

interface Table {
  frame: HTMLElement;
  showKeys(): void;
}

/** The tables of the screen. One listener serves them all. */
const tables = new Set<Table>();

/** Lets the keyboard move through the rows, open and select them. `showKeys` shows which keys do what. */
export function useRowKeys(frame: RefObject<HTMLElement | null>, showKeys: () => void): void {
  const show = useStableCallback(showKeys);
  useEffect(() => {
    if (!frame.current) return;
    const table = { frame: frame.current, showKeys: show };
    if (tables.size === 0) document.addEventListener('keydown', onKeyDown);
    tables.add(table);
    return () => {
      tables.delete(table);
      if (tables.size === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, [frame, show]);
}

function onKeyDown(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.metaKey || event.altKey || isBusy(target)) return;
  const table = tableFor(target);
  if (table && handle(table, target, key)) event.preventDefault();
}

/** Reports whether the key has done something. */
function handle(table: Table, target: HTMLElement, key: string): boolean {
  const row = target.closest<HTMLElement>('.records > tbody > tr');
  // Elsewhere the arrows scroll the page, and on a menu's button they may open it.
  const hasArrows = table.frame.contains(target) && !target.matches('[aria-haspopup]');
  if (key === 'ArrowDown') return hasArrows && move(table, row, 1);
  if (key === 'ArrowUp') return hasArrows && move(table, row, -1);
  if (key === 'Enter') return row === target && openRow(row);
  if (!readPreference(lettersKey, true)) return false;
  switch (key) {
    case 'j':
      return move(table, row, 1);
    case 'k':
      return move(table, row, -1);
    case 'x':
      return select(row);
    case '/':
      return goToSearch();
    case '?':
      table.showKeys();
      return true;
    default:
      return false;
  }
}

/** Reports whether the user writes, or is in a dialog or menu. */
function isBusy(target: HTMLElement): boolean {
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox]), textarea, select') ||
    target.closest('[role=dialog], [role=menu], [role=listbox]') !== null ||
    document.querySelector('[aria-modal=true], [role=menu]') !== null
  );
}

/** Returns the table that has the focus, otherwise the first one on the screen. */
function tableFor(target: HTMLElement): Table | undefined {
  const visible = [...tables].filter(({ frame }) => frame.checkVisibility());
  const isBefore = (one: Table, other: Table) =>
    one.frame.compareDocumentPosition(other.frame) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1;
  return visible.find(({ frame }) => frame.contains(target)) ?? visible.toSorted(isBefore)[0];
}

/** Moves the focus by one row. Outside of the rows it goes to the first one. */
function move({ frame }: Table, from: HTMLElement | null, by: 1 | -1): boolean {
  const rows = [...frame.querySelectorAll<HTMLElement>('.records > tbody > tr')];
  const next = from ? rows[rows.indexOf(from) + by] : rows[0];
  next?.focus();
  return next !== undefined;
}

function select(row: HTMLElement | null): boolean {
  const box = row?.querySelector<HTMLElement>('.row-checkbox');
  box?.click();
  return box != null;
}

function goToSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type=search]');
  const field = [...fields].find((field) => field.checkVisibility());
  field?.select();
  return field !== undefined;
}
