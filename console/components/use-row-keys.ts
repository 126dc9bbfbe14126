import { type RefObject, useEffect } from 'react';
import { openRow } from './row-parts.ts';
import { isTyping, usesLetters } from './shortcuts.ts';

/** The frames of the tables on the screen. One listener serves them all. */
const frames = new Set<HTMLElement>();

/** Lets the keyboard move through the rows of a table, select and open them. */
export function useRowKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    if (frames.size === 0) document.addEventListener('keydown', onKeyDown);
    frames.add(element);
    return () => {
      frames.delete(element);
      if (frames.size === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, [frame]);
}

function onKeyDown(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
  const frame = frameFor(target);
  if (frame && handle(frame, target, key)) event.preventDefault();
}

/** Reports whether the key has done something. */
function handle(frame: HTMLElement, target: HTMLElement, key: string): boolean {
  const row = target.closest<HTMLElement>('.records > tbody > tr');
  // Elsewhere the arrows scroll the page, and on a menu's button they may open it.
  const hasArrows = frame.contains(target) && !target.matches('[aria-haspopup]');
  if (key === 'ArrowDown') return hasArrows && move(frame, row, 1);
  if (key === 'ArrowUp') return hasArrows && move(frame, row, -1);
  if (key === 'Enter') return row === target && openRow(row);
  if (!usesLetters()) return false;
  switch (key) {
    case 'j':
      return move(frame, row, 1);
    case 'k':
      return move(frame, row, -1);
    case 'x':
      return select(row);
    case '/':
      return goToSearch();
    default:
      return false;
  }
}

/** Returns the table that has the focus, otherwise the first one on the screen. */
function frameFor(target: HTMLElement): HTMLElement | undefined {
  const visible = [...frames].filter((frame) => frame.checkVisibility());
  const order = (one: Node, other: Node) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1;
  return visible.find((frame) => frame.contains(target)) ?? visible.toSorted(order)[0];
}

/** Moves the focus by one row. Outside of the rows it goes to the first one. */
function move(frame: HTMLElement, from: HTMLElement | null, by: 1 | -1): boolean {
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
  field?.focus();
  field?.select();
  return field !== undefined;
}
