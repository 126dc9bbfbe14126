import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { clampWidth, narrowest, type Widths, widest } from './table-layout.ts';
import { tableMessages } from './table-messages.ts';

interface ColumnResizerProps {
  id: string;
  title: string;
  /** In pixels. Less than on the screen if the column shares what is left. */
  width: number;
  /** The widths that the viewer has chosen. */
  widths: Widths;
  onPreview(widths: Widths): void;
  onResize(widths: Widths): void;
}

const step = 16;
const largeStep = 64;

/** The right edge of a column's title. It is dragged, or moved with the arrow keys. */
export function ColumnResizer({ id, title, width, widths, onPreview, onResize }: ColumnResizerProps) {
  const messages = useMessages(tableMessages);
  const drag = useRef<{ x: number; widths: Widths }>(undefined);

  /** The chosen widths, with those of the columns up to this one, so that none of them moves while this one does. */
  const frozen = (edge: Element): Widths => ({ ...widths, ...widthsUpTo(edge, id) });
  const changed = (frozen: Widths, by: number): Widths => ({
    ...frozen,
    [id]: clampWidth((frozen[id] ?? width) + by),
  });
  const draggedTo = (event: PointerEvent) =>
    drag.current && changed(drag.current.widths, event.clientX - drag.current.x);
  const reset = () => {
    const { [id]: _, ...others } = widths;
    onResize(others);
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, widths: frozen(event.currentTarget) };
  };
  const onPointerMove = (event: PointerEvent) => {
    const next = draggedTo(event);
    if (next) onPreview(next);
  };
  const onPointerUp = (event: PointerEvent) => {
    const next = draggedTo(event);
    const hasMoved = drag.current?.x !== event.clientX;
    drag.current = undefined;
    if (next && hasMoved) onResize(next);
  };
  const onPointerCancel = () => {
    drag.current = undefined;
    onPreview(widths);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) onResize(changed(frozen(event.currentTarget), by * (event.shiftKey ? largeStep : step)));
    else if (event.key === 'Enter') reset();
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between paragraphs cannot be moved, this one can.
    <span
      role="separator"
      tabIndex={0}
      className="head-edge mantine-focus-auto"
      aria-orientation="vertical"
      aria-label={messages.width(title)}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onDoubleClick={reset}
      onKeyDown={onKeyDown}
    />
  );
}

/** Measures the columns of the head up to the one with this ID. */
function widthsUpTo(edge: Element, id: string): Widths {
  const widths: Widths = {};
  for (const cell of edge.closest('tr')?.querySelectorAll<HTMLElement>('[data-column]') ?? []) {
    const { column = '' } = cell.dataset;
    widths[column] = Math.round(cell.getBoundingClientRect().width);
    if (column === id) break;
  }
  return widths;
}
