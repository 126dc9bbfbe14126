import type { ProjectContext } from '../../../../core/context.ts';
import { newSecret } from '../../../../core/crypto.ts';
import { OidcError } from '../../../../protocols/oidc/error.ts';
import { refreshTokens } from '../../../../protocols/oidc/refresh-tokens.ts';
import type { ProviderTokens } from '../../../../protocols/oidc/tokens.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import type { OAuthProvider } from '../provider.ts';
import { relyingPartyOf } from '../relying-party.ts';
import { endLease, type IdentityRow, takeLease } from '../store-identities.ts';
import { keptTokens, openTokens } from './kept-tokens.ts';

/**
 * The lease of a renewal. Longer than all of its requests may take: discovery and the token endpoint. If a process dies in
 * between, the lease expires.
 */
const leaseMs = 30_000;

type Outcome = { tokens: ProviderTokens } | { failure: 'refused' | 'unreachable' };

/**
 * Renews these tokens, unless another caller does so or has done it. Stores the provider's answer before any use, because a
 * rotated refresh token exists nowhere else (RFC 9700 §4.14.2).
 */
export async function renewTokens(
  ctx: ProjectContext,
  provider: OAuthProvider,
  seen: IdentityRow,
): Promise<void> {
  const now = ctx.now();
  const lease = { id: newSecret(), now, expiresAt: now + leaseMs };
  if (!(await takeLease(ctx.db, seen, seen.renewals, lease))) return;
  const { refreshToken, scopes } = openTokens(ctx, seen, seen);
  const outcome = await ask(ctx, provider, refreshToken);
  await transaction(ctx, async (ctx) => {
    const isOurs = await endLease(
      ctx.db,
      seen,
      lease.id,
      toRow(ctx, provider, seen, outcome, { refreshToken, scopes }),
    );
    if (!isOurs) return;
    const action = 'tokens' in outcome ? 'OAuthTokenRenewed' : 'OAuthTokenRefused';
    const data = { provider: provider.id, ...('failure' in outcome && { kind: outcome.failure }) };
    await recordAudit(ctx, { action, userId: seen.userId, method: 'oauth', data });
  });
}

async function ask(ctx: ProjectContext, provider: OAuthProvider, refreshToken: string): Promise<Outcome> {
  try {
    return { tokens: await refreshTokens(await relyingPartyOf(ctx, provider), refreshToken) };
  } catch (error) {
    const isKnown = error instanceof OidcError;
    // Does not log the error itself, because its cause may hold tokens.
    const why = isKnown ? { kind: error.kind, reason: error.reason } : { reason: 'an unexpected error' };
    ctx.log.warn({ provider: provider.id, ...why }, 'a provider did not renew a token');
    // An unreadable answer says nothing about the refresh token.
    return { failure: isKnown && error.kind === 'refused' ? 'refused' : 'unreachable' };
  }
}

function toRow(
  ctx: ProjectContext,
  provider: OAuthProvider,
  key: IdentityRow,
  outcome: Outcome,
  before: { refreshToken: string; scopes: string[] },
) {
  if ('failure' in outcome) return { renewalFailure: outcome.failure };
  const { tokens } = outcome;
  // Without a new one, the refresh token and the scopes stay (RFC 6749 §6).
  const refreshToken = tokens.refreshToken || before.refreshToken;
  const scopes = tokens.scopes ?? before.scopes;
  return {
    ...keptTokens(ctx, provider, key, { ...tokens, refreshToken, scopes }),
    renewalFailure: '' as const,
  };
}
