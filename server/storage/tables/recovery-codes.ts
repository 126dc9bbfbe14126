import type { Moment } from './columns.ts';

export interface RecoveryCodesTables {
  recoveryCodes: RecoveryCodesTable;
}

/** A row for each code that was not used yet. */
interface RecoveryCodesTable {
  projectId: string;
  userId: string;
  codeHash: string;
  createdAt: Moment;
}
