import type { Json, Moment } from './columns.ts';

export interface PasswordsTables {
  passwords: PasswordsTable;
  passwordAttempts: PasswordAttemptsTable;
}

interface PasswordsTable {
  projectId: string;
  userId: string;
  /** `argon2id`: ours. Anything else is a hash that another system made, sealed, until the next sign-in. */
  scheme: string;
  /** A PHC string; of another scheme, a sealed one. */
  hash: string;
  /** With a temporary or expired one nobody signs in: it only lets its owner choose another. */
  state: 'active' | 'temporary' | 'expired';
  /** Passwords before this one, newest first, as `[{ scheme, hash }]`. */
  previous: Json;
  changedAt: Moment;
  /** When a temporary password is good for nothing any more; 0: never. */
  expiresAt: Moment;
  /** When wrong passwords locked it; 0: not locked. */
  lockedAt: Moment;
}

interface PasswordAttemptsTable {
  projectId: string;
  /** A user ID; or the hash of a login ID that nobody has, so that both are made to wait alike. */
  subject: string;
  /** Wrong passwords in a row. */
  failures: number;
  nextAttemptAt: Moment;
}
