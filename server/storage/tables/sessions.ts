import type { Generated } from 'kysely';
import type { Flag, Json, Moment } from './columns.ts';

export interface SessionsTables {
  exchangeCodes: ExchangeCodesTable;
  sessions: SessionsTable;
  endedSessions: EndedSessionsTable;
}

interface SessionsTable {
  projectId: string;
  id: string;
  /** Null: an anonymous session. */
  userId: string | null;
  /** JSON array of RFC 8176 values. */
  amr: Json;
  /** JSON array: the roles of an anonymous session, in its tenant if it has one. A user has roles of their own. */
  roleIds: Generated<Json>;
  /** The selected tenant (`dct`), or empty. */
  tenantId: string;
  /** JSON array: the tenants whose identity providers started the session. */
  ssoTenantIds: Generated<Json>;
  customClaims: Json;
  /** The end of a step-up. 0 without one. */
  stepUpUntil: Moment;
  /** The impersonator's user ID, or empty. */
  impersonatorId: string;
  /** The impersonation ends with the user's consent. */
  needsConsent: Generated<Flag>;
  /** A reset link started the session and the new password is not set yet. Setting it ends the other sessions. */
  resetsPassword: Generated<Flag>;
  /** JSON: the second factors, one of which completes the sign-in. Null: it is complete. */
  awaits: Generated<Json | null>;
  /** The hash of the ID of the currently valid refresh token. */
  tokenHash: string;
  /** The hash of the ID of the previous token, accepted during the grace time. */
  previousTokenHash: string;
  rotatedAt: Moment;
  createdAt: Moment;
  /** When the user proved who they are, if that was in another session. 0: when this one was created. */
  provenAt: Generated<Moment>;
  /** The absolute end. Each refresh token also expires when it is idle too long. */
  expiresAt: Moment;
  remoteAddress: string;
  userAgent: string;
}

interface ExchangeCodesTable {
  projectId: string;
  codeHash: string;
  userId: string;
  /** JSON: the facts from which the session is created. */
  grant: Json;
  expiresAt: Moment;
}

interface EndedSessionsTable {
  projectId: string;
  endedAt: Moment;
  /** The hash of the session's ID, which is the only trace of the session that callers of the feed see. */
  idHash: string;
  /** The time by which its session JWTs have expired. */
  expiresAt: Moment;
}
