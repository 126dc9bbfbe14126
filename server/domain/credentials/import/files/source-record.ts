/** A record of the file, or why there is none in this place. */
export interface SourceRecord {
  /** Such as `line 3`. */
  place: string;
  record?: unknown;
  problem?: string;
  /** The record as it is in the file. */
  text?: string;
  /** The first line of a CSV file. */
  header?: string;
  /** The list that has the record, if it is not the one of the users. */
  list?: string;
  /** The realm that has the user, in a file with several. */
  group?: string;
}
