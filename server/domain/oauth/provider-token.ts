import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { recordAudit } from '../audit/record.ts';
import { loadUser } from '../users/load-user.ts';
import { type OpenTokens, openTokens } from './kept-tokens.ts';
import { loadProvider } from './load-provider.ts';
import type { OAuthProvider } from './provider.ts';
import { renewTokens } from './renew-tokens.ts';
import { findIdentityOfUser, type IdentityRow } from './store-identities.ts';

export interface ProviderToken extends OpenTokens {
  providerUserId: string;
  /** 0: the provider does not say. */
  expiresAt: number;
}

/** A token that is about to expire would be refused before it has arrived. */
const leewayMs = 30_000;

/** Longer than a renewal may take. */
const patienceMs = 20_000;

/** A user's token at a provider; each reason why there is none has a code of its own. */
export async function getProviderToken(
  ctx: ProjectContext,
  input: { loginId: string; provider: string; forceRefresh?: boolean },
): Promise<ProviderToken> {
  const user = await loadUser(ctx, input.loginId);
  const provider = await loadProvider(ctx, input.provider);
  if (!provider.settings.clientId) throw new ServiceError('E113402');
  if (!provider.settings.manageProviderTokens) {
    throw new ServiceError(
      'E113403',
      'Set manageProviderTokens for the provider first; users then sign in once more',
    );
  }
  const identity = await load(ctx, provider, user.id);
  const isGood = identity.tokenExpiresAt === 0 || identity.tokenExpiresAt > ctx.now() + leewayMs;
  const token = toToken(
    ctx,
    isGood && !input.forceRefresh ? identity : await renewed(ctx, provider, identity),
  );
  // Programs ask for it all the time; a person who looks at it is another matter.
  if (ctx.actor.type === 'administrator') {
    const data = { provider: provider.id };
    await recordAudit(ctx, { action: 'OAuthTokenShown', userId: user.id, method: 'oauth', data });
  }
  return token;
}

/**
 * The tokens after a renewal, whoever makes it: of all that ask at once, on all instances, one asks the provider, and
 * the others wait for the outcome.
 */
async function renewed(
  ctx: ProjectContext,
  provider: OAuthProvider,
  seen: IdentityRow,
): Promise<IdentityRow> {
  if (!openTokens(ctx, seen, seen).refreshToken) {
    throw new ServiceError(
      'E113405',
      'The provider gave no refresh token: the user has to sign in there again',
    );
  }
  if (seen.renewalFailure === 'refused') throw refused();
  const deadline = performance.now() + patienceMs;
  let pauseMs = 25;
  while (performance.now() < deadline) {
    await renewTokens(ctx, provider, seen);
    const now = await load(ctx, provider, seen.userId);
    if (now.renewals !== seen.renewals) return outcomeOf(now);
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, 400);
  }
  throw new ServiceError('E113407', 'The provider does not answer');
}

function outcomeOf(identity: IdentityRow): IdentityRow {
  if (identity.renewalFailure === 'refused') throw refused();
  if (identity.renewalFailure === 'unreachable') {
    throw new ServiceError('E113407', 'The provider did not answer, or said that it is broken');
  }
  return identity;
}

async function load(ctx: ProjectContext, { id }: OAuthProvider, userId: string): Promise<IdentityRow> {
  const identity = await findIdentityOfUser(ctx.db, ctx.project.id, id, userId);
  if (identity?.sealedTokens) return identity;
  throw new ServiceError(
    'E113404',
    identity
      ? 'The user has not signed in with the provider since its tokens are kept'
      : 'The user has never signed in with the provider',
  );
}

function refused(): ServiceError {
  return new ServiceError('E113406', 'The user has to sign in at the provider again');
}

function toToken(ctx: ProjectContext, identity: IdentityRow): ProviderToken {
  const { subject: providerUserId, tokenExpiresAt: expiresAt } = identity;
  return { ...openTokens(ctx, identity, identity), providerUserId, expiresAt };
}
