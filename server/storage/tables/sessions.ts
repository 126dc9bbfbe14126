import type { Generated } from 'kysely';
import type { Flag, Json, Moment } from './columns.ts';

export interface SessionsTables {
  exchangeCodes: ExchangeCodesTable;
  sessions: SessionsTable;
}

interface SessionsTable {
  projectId: string;
  id: string;
  /** Null: an anonymous session. */
  userId: string | null;
  /** JSON array: RFC 8176 values. */
  amr: Json;
  /** JSON array: the roles of an anonymous session, in its tenant if it has one. A user has roles of their own. */
  roleIds: Generated<Json>;
  /** The selected tenant (`dct`), or empty. */
  tenantId: string;
  /** JSON array: the tenants whose identity providers it was begun with. */
  ssoTenantIds: Generated<Json>;
  customClaims: Json;
  /** Until when a step-up counts; 0 without one. */
  stepUpUntil: Moment;
  /** The user who acts as `userId`, or empty. */
  impersonatorId: string;
  /** The impersonation lasts no longer than the user's consent to it. */
  needsConsent: Generated<Flag>;
  /** The session was begun by a reset link and the new password is not set yet. Setting it ends the other sessions. */
  resetsPassword: Generated<Flag>;
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

interface ExchangeCodesTable {
  projectId: string;
  codeHash: string;
  userId: string;
  /** JSON: what the session will be made of. */
  grant: Json;
  expiresAt: Moment;
}
