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
