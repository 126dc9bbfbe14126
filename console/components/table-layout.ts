import type { CardPlace, Column } from './table-column.ts';

/** The widths that the viewer has chosen, in pixels, by the column's ID. */
export type Widths = Record<string, number>;

type Laid = Pick<Column<never>, 'id' | 'width' | 'card'>;

interface Table {
  columns: Laid[];
  widths: Widths;
  canSelect: boolean;
  hasActions: boolean;
}

const selectWidth = 44;
const actionsWidth = 52;
const firstWidth = 180;
const otherWidth = 120;
const linesOfCard = 2;

export const narrowest = 64;
export const widest = 1_200;

/** Returns the least width of a column. The first one usually has the name. */
export function leastWidth({ width }: Pick<Laid, 'width'>, index: number): number {
  return width ?? (index === 0 ? firstWidth : otherWidth);
}

/**
 * Returns the tracks of a row's grid, and the width below which the table scrolls. Columns share the room in proportion
 * to their least widths. A width that the viewer has chosen is exact, except that the last column fills what remains.
 */
export function tracksOf({ columns, widths, canSelect, hasActions }: Table) {
  const isFixed = columns.every(({ id }) => widths[id] !== undefined);
  let minWidth = (canSelect ? selectWidth : 0) + (hasActions ? actionsWidth : 0);
  const tracks = columns.map((column, index) => {
    const chosen = widths[column.id];
    const least = chosen ?? leastWidth(column, index);
    minWidth += least;
    const isFlexible = chosen === undefined || (isFixed && index === columns.length - 1);
    return isFlexible ? `minmax(${least}px, ${least}fr)` : `${least}px`;
  });
  if (canSelect) tracks.unshift(`${selectWidth}px`);
  if (hasActions) tracks.push(`${actionsWidth}px`);
  return { tracks: tracks.join(' '), minWidth };
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, width)));
}

/** Returns the place of each column in a card. A column without one is not shown there. */
export function cardPlacesOf(columns: Laid[]): (CardPlace | undefined)[] {
  const isPlanned = columns.some(({ card }) => card !== undefined);
  const hasTitle = columns.some(({ card }) => card === 'title');
  let lines = 0;
  return columns.map(({ id, card }, index) => {
    if (card === 'title' || (!hasTitle && index === 0)) return 'title';
    if (!isPlanned) return id === 'status' || id === 'state' ? 'status' : 'fact';
    if (card === 'line' || card === 'fact') return ++lines > linesOfCard ? undefined : card;
    return card;
  });
}
