import type { Moment } from './columns.ts';

export interface ImportedUsersTables {
  importedUsers: ImportedUsersTable;
}

/** The record of another product that a user was. A later import recognizes the record by it, and can be undone. */
interface ImportedUsersTable {
  projectId: string;
  /** The name of the product. */
  source: string;
  /** The user's ID there. For a record without one, the hash of the record. */
  sourceId: string;
  userId: string;
  importId: string;
  importedAt: Moment;
}
