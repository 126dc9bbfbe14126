import type { Generated } from 'kysely';
import type { Moment } from './columns.ts';

export interface SearchTables {
  searchLog: SearchLogTable;
  searchFolds: SearchFoldsTable;
  searchEntries: SearchEntriesTable;
  searchBlocks: SearchBlocksTable;
  searchSlots: SearchSlotsTable;
}

/** The users whose rows have changed since the last fold. Every transaction that changes what a search can see adds them. */
interface SearchLogTable {
  projectId: string;
  /** A running number: of two changes of a user, a fold takes the one that it has read. */
  change: number;
  number: number;
}

/** The progress of the folds of a project. */
interface SearchFoldsTable {
  projectId: string;
  /** The number of transactions of folds. Of two folds that run at once, only one can raise it. */
  folds: number;
  /** The last change of a fold that has written only a part of the index, or 0. */
  unfinished: Generated<number>;
}

/** A user as the index has them: what to sort by, and the facets that have to be taken back when they change. */
interface SearchEntriesTable {
  projectId: string;
  number: number;
  createdAt: Moment;
  modifiedAt: Moment;
  lastSignInDay: Moment;
  name: string;
  email: string;
  phone: string;
  loginId: string;
  textHash: Uint8Array;
  /** The keys of all facets, one after the other. */
  facets: Uint8Array;
}

/** The users with a facet among the numbers of one block. */
interface SearchBlocksTable {
  projectId: string;
  facet: Uint8Array;
  block: number;
  /** As `core/number-block.ts` writes them. */
  members: Uint8Array;
}

/** Numbers of projects that only SQLite uses. */
interface SearchSlotsTable {
  /** Tells the projects apart in the text index, which has numbers only. */
  slot: Generated<number>;
  projectId: string;
  /** At least the highest number of the users who were deleted: no other user gets it. */
  given: Generated<number>;
}
