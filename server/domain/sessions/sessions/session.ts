import type { UserContext } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import type { Row } from '../../../storage/tables.ts';

/** One sign-in of a user on one device: the family of refresh tokens that come from it. */
export interface Session {
  id: string;
  /** Empty: an anonymous session. */
  userId: string;
  /** Of an anonymous session. */
  roleIds: string[];
  /** RFC 8176. */
  amr: string[];
  /** The selected tenant, or empty. */
  tenantId: string;
  /** The tenants whose identity providers it was begun with. */
  ssoTenantIds: string[];
  customClaims: Record<string, unknown>;
  /** Until then the session JWT says `su`; 0 without a step-up. */
  stepUpUntil: number;
  /** Who acts as the user (RFC 8693 `act`), or empty. */
  impersonatorId: string;
  /** The session was begun by a link for a new password, which has not been set yet. */
  resetsPassword: boolean;
  createdAt: number;
  expiresAt: number;
  rotatedAt: number;
}

export function toSession(row: Row<'sessions'>): Session {
  return {
    id: row.id,
    userId: row.userId ?? '',
    roleIds: JSON.parse(row.roleIds) as string[],
    amr: JSON.parse(row.amr) as string[],
    tenantId: row.tenantId,
    ssoTenantIds: JSON.parse(row.ssoTenantIds) as string[],
    customClaims: JSON.parse(row.customClaims) as Record<string, unknown>,
    stepUpUntil: row.stepUpUntil,
    impersonatorId: row.impersonatorId,
    resetsPassword: row.resetsPassword === 1,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    rotatedAt: row.rotatedAt,
  };
}

/** What operations are told of the session of whoever asks. */
export function callerSession(session: Session, tokenId: string): UserContext['session'] {
  const { id, userId, amr, tenantId, ssoTenantIds, impersonatorId, createdAt, rotatedAt, expiresAt } =
    session;
  return {
    id,
    userId,
    amr,
    tenantId,
    ssoTenantIds,
    impersonatorId,
    tokenId,
    createdAt,
    rotatedAt,
    expiresAt,
  };
}

/** How long a step-up counts at most: about one sensitive action. */
export const stepUpLifetimeMs = 10 * 60_000;

/** All factors that a session has seen, and `mfa` (RFC 8176 §2) when they are two or more. */
export function joinFactors(before: string[], now: string[]): string[] {
  const factors = new Set([...before, ...now].filter((factor) => factor !== 'mfa'));
  return factors.size > 1 ? [...factors, 'mfa'] : [...factors];
}

/** For how long the token before the current one is still answered, with the current one. */
const rotationGraceMs = 10_000;

/** Whether `shownHash` is the token that was just replaced. */
export function isInGrace(row: Row<'sessions'>, shownHash: string, now: number): boolean {
  return row.previousTokenHash === shownHash && row.rotatedAt + rotationGraceMs > now;
}

/** The ID (`jti`) of a session's first refresh token. */
export const newTokenId = newSecret;

/** What the database knows of a refresh token. */
export const hashTokenId = hashSecret;

/**
 * The ID of the token that follows. It comes from its predecessor's by a one-way function, so that a client that
 * repeats its refresh within the grace time is given the very same successor although only hashes are stored.
 */
export function nextTokenId(tokenId: string): string {
  return hashSecret(`next:${tokenId}`);
}
