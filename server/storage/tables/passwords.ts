import type { Json, Moment } from './columns.ts';

export interface PasswordsTables {
  passwords: PasswordsTable;
  passwordAttempts: PasswordAttemptsTable;
}

interface PasswordsTable {
  projectId: string;
  userId: string;
  /** `argon2id` for our own hashes. Otherwise an imported hash, sealed, until the next sign-in. */
  scheme: string;
  /** A PHC string, sealed for other schemes. */
  hash: string;
  /** A temporary or expired password does not sign a user in: it only lets its owner choose another. */
  state: 'active' | 'temporary' | 'expired';
  /** Earlier passwords, newest first, as `[{ scheme, hash }]`. */
  previous: Json;
  changedAt: Moment;
  /** The expiry of a temporary password. 0: never. */
  expiresAt: Moment;
  /** The time at which wrong passwords locked it. 0: not locked. */
  lockedAt: Moment;
}

interface PasswordAttemptsTable {
  projectId: string;
  /** A user ID, or the hash of an unknown login ID, so that both are delayed alike. */
  subject: string;
  /** Consecutive wrong passwords. */
  failures: number;
  nextAttemptAt: Moment;
}
