import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../../../core/errors.ts';

/** The renewal state of one user's tokens at one provider. */
export interface Renewable {
  /** The expiry. 0 if the provider does not state one. */
  tokenExpiresAt: number;
  /** The number of finished attempts, successful or not. */
  renewals: number;
  /** The error of the last attempt; empty after a success or when there was none. */
  renewalFailure: '' | 'refused' | 'unreachable';
}

interface Renewal<R> {
  hasRefreshToken: boolean;
  /** Asks the provider, unless another caller does so or has done it since `seen`. */
  renew(seen: R): Promise<void>;
  load(): Promise<R>;
}

/** The remaining lifetime below which a token is renewed, because it could expire before it arrives. */
const leewayMs = 30_000;

/** Exceeds the time that a renewal may take. */
const patienceMs = 20_000;

export function isGood({ tokenExpiresAt }: Renewable, now: number): boolean {
  return tokenExpiresAt === 0 || tokenExpiresAt > now + leewayMs;
}

/**
 * Returns the tokens after a renewal. Of all simultaneous callers, on all instances, one asks the provider, and
 * the others wait for the outcome.
 */
export async function awaitRenewal<R extends Renewable>(
  seen: R,
  { hasRefreshToken, renew, load }: Renewal<R>,
): Promise<R> {
  if (!hasRefreshToken) {
    throw new ServiceError(
      'E113405',
      'The provider issued no refresh token. The user must sign in there again',
    );
  }
  if (seen.renewalFailure === 'refused') throw refused();
  const deadline = performance.now() + patienceMs;
  let pauseMs = 25;
  while (performance.now() < deadline) {
    await renew(seen);
    const now = await load();
    if (now.renewals !== seen.renewals) return outcomeOf(now);
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, 400);
  }
  throw new ServiceError('E113407', 'The provider is not responding. Try again later');
}

function outcomeOf<R extends Renewable>(tokens: R): R {
  if (tokens.renewalFailure === 'refused') throw refused();
  if (tokens.renewalFailure === 'unreachable') {
    throw new ServiceError('E113407', 'The provider did not answer or reported a server error');
  }
  return tokens;
}

function refused(): ServiceError {
  return new ServiceError(
    'E113406',
    'The provider refused to renew the token. The user must sign in there again',
  );
}
