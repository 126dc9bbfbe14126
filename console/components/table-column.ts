import type { ReactNode } from 'react';

export interface Column<T> {
  id: string;
  title: string;
  show(record: T): ReactNode;
  /** The API's name of the sort field. Without it, the column cannot be sorted. */
  sortField?: string;
  width?: number;
  align?: 'right';
}

export interface Sort {
  field: string;
  desc: boolean;
}
