import type { Generated } from 'kysely';
import type { Json, Moment } from './columns.ts';

export interface TotpTables {
  totpCredentials: TotpCredentialsTable;
  totpSignUps: TotpSignUpsTable;
}

interface TotpCredentialsTable {
  projectId: string;
  userId: string;
  sealedSecret: string;
  /** The last time step that was accepted: each later one is accepted once. */
  lastStep: number;
  failures: number;
  nextAttemptAt: Moment;
  createdAt: Moment;
}

interface TotpSignUpsTable {
  projectId: string;
  /** Folded. One sign-up at a time for a login ID: the newest. */
  loginId: string;
  /** The user who adds TOTP; empty: nobody yet, a sign-up. */
  userId: string;
  /** The session in which it was begun, and with which it ends; empty: a sign-up. */
  sessionId: Generated<string>;
  sealedSecret: string;
  details: Json;
  attempts: number;
  createdAt: Moment;
  expiresAt: Moment;
}
