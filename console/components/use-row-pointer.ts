import { type RefObject, useEffect } from 'react';
import { openerOf } from './row-parts.ts';

const controls = 'a, button, input, label, select, textarea, [role=menu], [role=dialog]';

/**
 * Opens a row on a click, and shows the full text of a cell on hover if it does not fit. Two listeners serve a table,
 * because its cells are many.
 */
export function useRowPointer(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const stop = new AbortController();
    element.addEventListener('click', onClick, stop);
    element.addEventListener('pointerover', onPointerOver, stop);
    return () => stop.abort();
  }, [frame]);
}

function onClick(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element) || event.defaultPrevented || target.closest(controls)) return;
  const row = target.closest('.records > tbody > tr');
  // Selecting text, and a click that would open a new tab, are not for the row.
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey || getSelection()?.type === 'Range') return;
  if (target.closest('.cell-select')) row.querySelector<HTMLElement>('.row-checkbox')?.click();
  else openerOf(row)?.click();
}

function onPointerOver({ target }: PointerEvent): void {
  if (!(target instanceof HTMLElement)) return;
  const cell = target.closest<HTMLElement>('.records td');
  if (!cell) return;
  const row = cell.closest('tr');
  row?.toggleAttribute('data-opens', openerOf(row) !== null);
  if (isCut(target, cell)) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

/** Reports whether the element or one around it in the cell has no room for its text. */
function isCut(element: HTMLElement, cell: HTMLElement): boolean {
  for (let one: HTMLElement | null = element; one; one = one.parentElement) {
    if (one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible') return true;
    if (one === cell) break;
  }
  return false;
}
