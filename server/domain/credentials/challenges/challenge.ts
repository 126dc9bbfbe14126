import type { Row } from '../../../storage/tables.ts';
import type { AddressKind } from '../../directory/users/identifiers/address.ts';
import type { SessionTerms } from '../../sessions/sessions/terms.ts';
import type { ChallengeDetails, ChallengePurpose } from './purposes.ts';

/** The channel by which a secret reaches its user. */
export type Channel = 'email' | 'sms';

/** A secret to send, or for an integrator to pass on. */
export interface NewChallenge<P extends ChallengePurpose = ChallengePurpose> {
  /** The purpose of the secret. It cannot be spent on anything else. */
  purpose: P;
  /** The user it is for. Empty if the user does not exist yet, or not at all. */
  userId: string;
  /** The login ID that the user typed, folded. It must mean the same user when the secret is spent. Empty if none was typed. */
  loginId: string;
  /** The session that requested it, and without which it is void. Absent or empty if none did. */
  sessionId?: string;
  channel: Channel | '';
  /** The address that the secret proves. Empty if it proves none. */
  address: string;
  details: ChallengeDetails[P];
  terms: SessionTerms;
}

/** A challenge as it is stored. */
export interface Challenge<P extends ChallengePurpose = ChallengePurpose> extends NewChallenge<P> {
  sessionId: string;
  kind: ChallengeKind;
  slot: string;
  secretHash: string;
  attempts: number;
  confirmedAt: number;
  expiresAt: number;
}

export type ChallengeKind = Row<'challenges'>['kind'];

export const codeLifetimeMs = 5 * 60_000;
export const codeAttempts = 5;
export const codeDigits = 6;

export const linkLifetimeMs = 10 * 60_000;

export function toChallenge(row: Row<'challenges'>): Challenge {
  return {
    kind: row.kind,
    slot: row.slot,
    purpose: row.purpose as ChallengePurpose,
    userId: row.userId,
    loginId: row.loginId,
    sessionId: row.sessionId,
    channel: row.channel,
    address: row.address,
    secretHash: row.secretHash,
    details: JSON.parse(row.details) as Challenge['details'],
    terms: JSON.parse(row.terms) as SessionTerms,
    attempts: row.attempts,
    confirmedAt: row.confirmedAt,
    expiresAt: row.expiresAt,
  };
}

/** Returns the kind of address that a channel uses. */
export function addressKindOf(channel: Channel): AddressKind {
  return channel === 'email' ? 'email' : 'phone';
}

/** Returns the audit log's name for a sign-in by a link. */
export function linkMethodOf({ purpose, channel }: Challenge): string {
  if (purpose === 'invite') return 'invite';
  if (purpose === 'passwordReset') return 'passwordreset';
  return channel === '' ? 'embeddedlink' : 'magiclink';
}

/** Returns the factor that a session gains. `embedded` means that only the integrator vouches for the user. */
export function factorOf(channel: Channel | ''): string {
  return channel || 'embedded';
}
