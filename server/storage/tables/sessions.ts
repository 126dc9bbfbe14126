import type { Json, Moment } from './columns.ts';

export interface SessionsTables {
  sessions: SessionsTable;
}

interface SessionsTable {
  projectId: string;
  id: string;
  userId: string;
  /** JSON array: RFC 8176 values. */
  amr: Json;
  /** The selected tenant (`dct`), or empty. */
  tenantId: string;
  customClaims: Json;
  /** Until when a step-up counts; 0 without one. */
  stepUpUntil: Moment;
  /** The user who acts as `userId`, or empty. */
  impersonatorId: string;
  /** Hash of the ID of the one refresh token that is valid now. */
  tokenHash: string;
  /** Hash of the ID of the token before it, honoured for the grace time. */
  previousTokenHash: string;
  rotatedAt: Moment;
  createdAt: Moment;
  /** Absolute end; each refresh token also ends by itself when it is idle too long. */
  expiresAt: Moment;
  remoteAddress: string;
  userAgent: string;
}
