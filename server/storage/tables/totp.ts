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
  /** The last accepted time step: each later one is accepted once (RFC 6238 §5.2). */
  lastStep: number;
  failures: number;
  nextAttemptAt: Moment;
  createdAt: Moment;
}

interface TotpSignUpsTable {
  projectId: string;
  /** Folded. A login ID has one sign-up at a time: the newest. */
  loginId: string;
  /** The user who adds TOTP. Empty: a sign-up without a user yet. */
  userId: string;
  /** The session that started it and with which it ends. Empty: a sign-up. */
  sessionId: Generated<string>;
  sealedSecret: string;
  details: Json;
  attempts: number;
  createdAt: Moment;
  expiresAt: Moment;
}
