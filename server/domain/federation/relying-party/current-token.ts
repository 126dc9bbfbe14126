import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectContext } from '../../../core/context.ts';
import { newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { OidcError } from '../../../protocols/oidc/error.ts';
import { refreshTokens } from '../../../protocols/oidc/refresh-tokens.ts';
import type { RelyingParty } from '../../../protocols/oidc/relying-party.ts';
import type { ProviderTokens } from '../../../protocols/oidc/tokens.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { type KeptTokens, type OpenTokens, openTokens, sealTokens } from './kept-tokens.ts';

/** One user's tokens at one provider, as a row of the table that its group writes. */
export interface TokenRow extends KeptTokens {
  /** The number of finished attempts to renew them, successful or not. */
  renewals: number;
  /** The error of the last attempt; empty after a success or when there was none. */
  renewalFailure: '' | 'refused' | 'unreachable';
}

export interface Lease {
  id: string;
  now: number;
  expiresAt: number;
}

export type RenewalOutcome = Partial<KeptTokens> & Pick<TokenRow, 'renewalFailure'>;

/** The storage of one user's tokens, and the provider that renews them. */
export interface TokenSource<R extends TokenRow> {
  load(): Promise<R>;
  /** Takes the lease to renew, in one statement. Returns `false` when another caller holds it or has renewed them. */
  takeLease(seen: R, lease: Lease): Promise<boolean>;
  /** Stores the result and ends the lease. Returns `false` when the lease was lost. */
  endLease(ctx: ProjectContext, seen: R, leaseId: string, outcome: RenewalOutcome): Promise<boolean>;
  purposeOf(row: R): string;
  providerUserIdOf(row: R): string;
  requestedScopes: readonly string[];
  relyingParty(): Promise<RelyingParty>;
  event: { userId: string; tenantId?: string; method: 'oauth' | 'oidc'; data: Record<string, string> };
}

export interface ProviderToken extends OpenTokens {
  providerUserId: string;
  /** The expiry. 0 if the provider does not state one. */
  expiresAt: number;
}

/** The remaining lifetime below which a token is renewed, because it could expire before it arrives. */
const leewayMs = 30_000;

/**
 * The lease of a renewal. Longer than all of its requests may take: discovery and the token endpoint. If a process dies in
 * between, the lease expires.
 */
const leaseMs = 30_000;

/** Exceeds the time that a renewal may take. */
const patienceMs = 20_000;

/** Returns a user's token, renewed if it is about to expire or `forceRefresh` is set. */
export async function currentToken<R extends TokenRow>(
  ctx: ProjectContext,
  source: TokenSource<R>,
  seen: R,
  forceRefresh = false,
): Promise<ProviderToken> {
  const isGood = seen.tokenExpiresAt === 0 || seen.tokenExpiresAt > ctx.now() + leewayMs;
  const row = isGood && !forceRefresh ? seen : await awaitRenewal(ctx, source, seen);
  return {
    ...open(ctx, source, row),
    providerUserId: source.providerUserIdOf(row),
    expiresAt: row.tokenExpiresAt,
  };
}

function open<R extends TokenRow>(
  ctx: Pick<ProjectContext, 'sealer'>,
  source: TokenSource<R>,
  row: R,
): OpenTokens {
  return openTokens(ctx, source.purposeOf(row), row.sealedTokens);
}

/**
 * Returns the tokens after a renewal. Of all simultaneous callers, on all instances, one asks the provider, and
 * the others wait for the outcome.
 */
async function awaitRenewal<R extends TokenRow>(
  ctx: ProjectContext,
  source: TokenSource<R>,
  seen: R,
): Promise<R> {
  if (open(ctx, source, seen).refreshToken === '') {
    throw new ServiceError(
      'E113405',
      'The provider issued no refresh token. The user must sign in there again',
    );
  }
  if (seen.renewalFailure === 'refused') throw refused();
  const deadline = performance.now() + patienceMs;
  let pauseMs = 25;
  while (performance.now() < deadline) {
    await renew(ctx, source, seen);
    const now = await source.load();
    if (now.renewals !== seen.renewals) return outcomeOf(now);
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, 400);
  }
  throw new ServiceError('E113407', 'The provider is not responding. Try again later');
}

function outcomeOf<R extends TokenRow>(tokens: R): R {
  if (tokens.renewalFailure === 'refused') throw refused();
  if (tokens.renewalFailure === 'unreachable') {
    throw new ServiceError('E113407', 'The provider did not respond or reported a server error');
  }
  return tokens;
}

function refused(): ServiceError {
  return new ServiceError(
    'E113406',
    'The provider refused to renew the token. The user must sign in there again',
  );
}

/**
 * Asks the provider, unless another caller does so or has done it since `seen`. Stores the provider's answer before any
 * use, because a rotated refresh token exists nowhere else (RFC 9700 §4.14.2).
 */
async function renew<R extends TokenRow>(
  ctx: ProjectContext,
  source: TokenSource<R>,
  seen: R,
): Promise<void> {
  const now = ctx.now();
  const lease = { id: newSecret(), now, expiresAt: now + leaseMs };
  if (!(await source.takeLease(seen, lease))) return;
  const before = open(ctx, source, seen);
  const answer = await ask(ctx, source, before.refreshToken);
  const failure = 'failure' in answer ? answer.failure : '';
  // Without new ones, the refresh token and the scopes stay (RFC 6749 §6).
  const kept = 'tokens' in answer && {
    ...answer.tokens,
    refreshToken: answer.tokens.refreshToken || before.refreshToken,
    scopes: answer.tokens.scopes ?? before.scopes,
  };
  const outcome: RenewalOutcome = {
    ...(kept && sealTokens(ctx, source.purposeOf(seen), kept, source.requestedScopes)),
    renewalFailure: failure,
  };
  await transaction(ctx, async (ctx) => {
    if (!(await source.endLease(ctx, seen, lease.id, outcome))) return;
    await recordAudit(ctx, {
      ...source.event,
      action: failure ? 'OAuthTokenRefused' : 'OAuthTokenRenewed',
      data: { ...source.event.data, ...(failure && { kind: failure }) },
    });
  });
}

async function ask<R extends TokenRow>(
  ctx: Pick<ProjectContext, 'log'>,
  { relyingParty, event }: TokenSource<R>,
  refreshToken: string,
): Promise<{ tokens: ProviderTokens } | { failure: 'refused' | 'unreachable' }> {
  try {
    return { tokens: await refreshTokens(await relyingParty(), refreshToken) };
  } catch (error) {
    const isKnown = error instanceof OidcError;
    // Does not log the error itself, because its cause may hold tokens.
    const why = isKnown ? { kind: error.kind, reason: error.reason } : { reason: 'an unexpected error' };
    const { tenantId, data } = event;
    ctx.log.warn({ ...(tenantId && { tenantId }), ...data, ...why }, 'a provider did not renew a token');
    // An unreadable answer says nothing about the refresh token.
    return { failure: isKnown && error.kind === 'refused' ? 'refused' : 'unreachable' };
  }
}
