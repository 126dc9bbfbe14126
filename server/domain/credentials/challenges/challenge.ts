import type { Row } from '../../../storage/tables.ts';
import type { AddressKind } from '../../directory/users/identifiers/address.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import type { ChallengeDetails, ChallengePurpose } from './purposes.ts';

/** How a secret reaches people. */
export type Channel = 'email' | 'sms';

/** A secret that is to be sent, or passed on by an integrator. */
export interface NewChallenge<P extends ChallengePurpose = ChallengePurpose> {
  /** What it is good for. It cannot be spent on anything else. */
  purpose: P;
  /** Whom it is for; empty: nobody yet, or nobody at all. */
  userId: string;
  /** What the person typed, folded: it must mean the same user when the secret is spent. Empty: nothing was typed. */
  loginId: string;
  /** The session that asks for it, and without which it is worth nothing; absent or empty: none. */
  sessionId?: string;
  channel: Channel | '';
  /** What is proven by it; empty: nothing. */
  address: string;
  details: ChallengeDetails[P];
  terms: SignInOptions;
}

/** The same as it is stored. */
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
    terms: JSON.parse(row.terms) as SignInOptions,
    attempts: row.attempts,
    confirmedAt: row.confirmedAt,
    expiresAt: row.expiresAt,
  };
}

/** Which of a user's addresses is on a channel. */
export function addressKindOf(channel: Channel): AddressKind {
  return channel === 'email' ? 'email' : 'phone';
}

/** How the audit log names a sign-in by a link. */
export function linkMethodOf({ purpose, channel }: Challenge): string {
  if (purpose === 'invite') return 'invite';
  if (purpose === 'passwordReset') return 'passwordreset';
  return channel === '' ? 'embeddedlink' : 'magiclink';
}

/** The factor that a session gets by it. `embedded`: the integrator's own word, nothing was proven to us. */
export function factorOf(channel: Channel | ''): string {
  return channel || 'embedded';
}
