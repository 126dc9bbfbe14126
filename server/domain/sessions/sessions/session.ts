import type { AwaitedFactor } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import type { Row } from '../../../storage/tables.ts';
import type { SessionLimits } from '../../directory/tenants/tenant.ts';
import type { Factor } from '../sign-in-policy/policy.ts';
import type { AwaitedPassword } from './awaited-password.ts';

/** A sign-in of a user on one device: the family of refresh tokens that result from it. */
export interface Session {
  id: string;
  /** The user, or empty for an anonymous session. */
  userId: string;
  /** The roles of an anonymous session. */
  roleIds: string[];
  /** The proven factors (RFC 8176). */
  amr: string[];
  /** The selected tenant, or empty. */
  tenantId: string;
  /** The tenants whose identity providers were used to start the session. */
  ssoTenantIds: string[];
  customClaims: Record<string, unknown>;
  /** The end of the step-up, until which the session JWT contains `su`; 0 without a step-up. */
  stepUpUntil: number;
  /** The impersonator (RFC 8693 `act`), or empty. */
  impersonatorId: string;
  /** The session was started by a password reset link, and the new password is not set yet. */
  resetsPassword: boolean;
  createdAt: number;
  /** When the user proved who they are: the session of an application begins with the proof of another one. */
  provenAt: number;
  expiresAt: number;
  rotatedAt: number;
  /** The sign-in is not complete: the session has no tokens but the one that completes it. */
  awaits?: AwaitedSignIn;
}

declare const gate: unique symbol;

/**
 * A session that is alive: it was not revoked, it is within the current lifetimes of the project and of the user's tenants, its
 * user is not disabled, and an impersonator still has the right to it. Only `live-session.ts` decides that and makes
 * one. The sign-in may still await its second factor (`awaits`).
 */
export interface LiveSession extends Session {
  /** The lifetimes by which it is alive, unless it was stored just now. */
  lifetimes?: Required<SessionLimits>;
  readonly [gate]: true;
}

/** A sign-in that awaits its second factor, with the options that apply once it is complete. */
export interface AwaitedSignIn extends AwaitedFactor {
  /**
   * The kind of proof with which the sign-in began, which the policy must allow until it is complete. Absent for a link for a new
   * password, and for a session that continues.
   */
  begunWith?: Factor;
  /** The user can trust this device, and is then asked less often. */
  mayTrust?: true;
  revokeOtherSessions: boolean;
  stepUp: boolean;
  /** The latest end of the session, in milliseconds. */
  endsAt?: number;
  /** The password that replaces the old one once the sign-in is complete. */
  newPassword?: AwaitedPassword;
}

/** The time in which a sign-in waits for its second factor. */
export const awaitingSeconds = 10 * 60;

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
    provenAt: row.provenAt || row.createdAt,
    expiresAt: row.expiresAt,
    rotatedAt: row.rotatedAt,
    ...(row.awaits && { awaits: JSON.parse(row.awaits) as AwaitedSignIn }),
  };
}

/** The maximum duration of a step-up: about one sensitive action. */
export const stepUpLifetimeMs = 10 * 60_000;

/** Returns all factors of a session, and `mfa` (RFC 8176 §2) if there are two, or one that stands for two. */
export function joinFactors(before: string[], now: string[]): string[] {
  const all = [...before, ...now];
  const factors = new Set(all.filter((factor) => factor !== 'mfa'));
  return factors.size > 1 || all.includes('mfa') ? [...factors, 'mfa'] : [...factors];
}

/** The time for which the previous token is still answered with the current one. */
const rotationGraceMs = 10_000;

/** Reports whether `shownHash` is the token that was just replaced. */
export function isInGrace(row: Row<'sessions'>, shownHash: string, now: number): boolean {
  return row.previousTokenHash === shownHash && row.rotatedAt + rotationGraceMs > now;
}

/** Generates the ID (`jti`) of a session's first refresh token. */
export const newTokenId = newSecret;

/** Returns the stored form of a refresh token's ID. */
export const hashTokenId = hashSecret;

/**
 * Derives the ID of the next token. A one-way function computes it from the previous ID, so that a client that
 * repeats its refresh within the grace time gets the same successor although only hashes are stored.
 */
export function nextTokenId(tokenId: string): string {
  return hashSecret(`next:${tokenId}`);
}
