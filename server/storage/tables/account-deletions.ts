import type { Moment } from './columns.ts';

export interface AccountDeletionsTables {
  accountDeletions: AccountDeletionsTable;
}

/** A user who has deleted their account and is disabled until then. */
interface AccountDeletionsTable {
  projectId: string;
  userId: string;
  requestedAt: Moment;
  /** The time from which the user is deleted. */
  deleteAt: Moment;
}
