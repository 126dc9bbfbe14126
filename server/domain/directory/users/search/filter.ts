import type { SearchText } from './text.ts';

/** A search whose names have been resolved to IDs. A user must match every condition. */
export interface UserFilter {
  /** The flags to match, as `flagMask` encodes them. */
  mask: number;
  created: MomentRange;
  modified: MomentRange;
  /** The day of the last sign-in. */
  lastSignIn: MomentRange;
  /** The user must have at least one facet of each list. */
  facets: number[][];
  /** The user must have none of these facets. */
  without: number[];
  /** The user must be in each list that is not empty. */
  userIds: string[];
  foldedLoginIds: string[];
  emails: string[];
  phones: string[];
  /** Folded free text; absent: any. */
  text?: SearchText | undefined;
}

/** A range in milliseconds, inclusive; an absent bound is open. */
export interface MomentRange {
  from?: number;
  to?: number;
}

export const sortFields = [
  'createdTime',
  'modifiedTime',
  'lastSignInTime',
  'name',
  'email',
  'phone',
  'status',
  'loginId',
] as const;
export type SortField = (typeof sortFields)[number];

export interface SearchOrder {
  /** Defaults to the order in which users were added, which also breaks ties. */
  field?: SortField;
  descending: boolean;
}

/** The end of a page. The next page starts after it, whatever was added or deleted before it. */
export interface Position {
  number: number;
  /** The value of the sort field. */
  key?: string | number;
}
