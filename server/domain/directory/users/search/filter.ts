/** What a search comes down to when its names have been looked up. All of it must match. */
export interface UserFilter {
  /** As `search-flags.ts` makes it. */
  mask: number;
  created: MomentRange;
  modified: MomentRange;
  /** Of each list, one facet at least. */
  facets: number[][];
  /** Of each list that is not empty, one. */
  userIds: string[];
  foldedLoginIds: string[];
  emails: string[];
  phones: string[];
  /** Folded; empty: any. */
  text: string;
}

/** Inclusive milliseconds; absent: no bound. */
export interface MomentRange {
  from?: number;
  to?: number;
}

export const sortFields = [
  'createdTime',
  'modifiedTime',
  'name',
  'email',
  'phone',
  'status',
  'loginId',
] as const;
export type SortField = (typeof sortFields)[number];

export interface SearchOrder {
  /** Absent: the order in which users were added. Ties are always in that order. */
  field?: SortField;
  descending: boolean;
}

/** Where a page ended: the next one begins behind it, whatever was added or deleted before it. */
export interface Position {
  number: number;
  /** Of the field that is sorted by. */
  key?: string | number;
}
