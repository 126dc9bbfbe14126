import type { ReactNode } from 'react';

export interface Column<T> {
  id: string;
  title: string;
  show(record: T): ReactNode;
  /** The API's name of the sort field. Without it, the column cannot be sorted. */
  sortField?: string;
  /** The least width in pixels, and its share of the room that is left. */
  width?: number;
  align?: 'right';
  /** True if the text must be readable as a whole, such as an explanation. Rows are otherwise one line high. */
  wraps?: boolean;
  card?: CardPlace;
}

/**
 * The place of a column in the card that a row becomes where a table has no room. A `line` explains itself, a `fact` has
 * the column's title in front. If columns name their places, a card shows the first two lines or facts, otherwise all.
 */
export type CardPlace = 'title' | 'status' | 'line' | 'fact';

export interface Sort {
  field: string;
  desc: boolean;
}
