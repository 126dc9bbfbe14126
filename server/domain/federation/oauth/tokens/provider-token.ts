import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { loadUser } from '../../../directory/users/load-user.ts';
import type { User } from '../../../directory/users/user.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { findSsoProviderToken } from '../../sso/oidc/provider-token.ts';
import { findProvider, loadProvider } from '../load-provider.ts';
import type { OAuthProvider } from '../provider.ts';
import { findIdentityOfUser, type IdentityRow } from '../store-identities.ts';
import { awaitRenewal, isGood } from './await-renewal.ts';
import { type OpenTokens, openTokens } from './kept-tokens.ts';
import { renewTokens } from './renew-tokens.ts';

export interface ProviderToken extends OpenTokens {
  providerUserId: string;
  /** 0 if the provider states no expiry. */
  expiresAt: number;
}

interface Wanted {
  provider: string;
  forceRefresh?: boolean;
}

/**
 * Returns a user's token at a provider of the project or, if the project has none of this name, at an OpenID provider of one
 * of the user's tenants. Throws a different code for each reason why there is none.
 */
export async function getProviderToken(
  ctx: ProjectContext,
  { loginId, ...wanted }: Wanted & { loginId: string },
): Promise<ProviderToken> {
  const user = await loadUser(ctx, loginId);
  const provider = await findProvider(ctx, wanted.provider.toLowerCase());
  const ofTenant = provider ? undefined : await findSsoProviderToken(ctx, user, wanted);
  const token =
    ofTenant ?? (await tokenAt(ctx, provider ?? (await loadProvider(ctx, wanted.provider)), user, wanted));
  // Programs request tokens all the time, but a person who views one is worth recording.
  if (ctx.actor.type === 'administrator') {
    const data = { provider: provider?.id ?? wanted.provider };
    await recordAudit(ctx, { action: 'OAuthTokenShown', userId: user.id, method: 'oauth', data });
  }
  return token;
}

async function tokenAt(
  ctx: ProjectContext,
  provider: OAuthProvider,
  user: User,
  { forceRefresh }: Wanted,
): Promise<ProviderToken> {
  if (!provider.settings.clientId) throw new ServiceError('E113402');
  if (!provider.settings.manageProviderTokens) {
    throw new ServiceError(
      'E113403',
      'The provider’s tokens are not stored. Set manageProviderTokens, and let the users sign in again',
    );
  }
  const seen = await load(ctx, provider, user.id);
  if (isGood(seen, ctx.now()) && !forceRefresh) return toToken(ctx, seen);
  const renewed = await awaitRenewal(seen, {
    hasRefreshToken: openTokens(ctx, seen, seen).refreshToken !== '',
    renew: (seen) => renewTokens(ctx, provider, seen),
    load: () => load(ctx, provider, user.id),
  });
  return toToken(ctx, renewed);
}

async function load(ctx: ProjectContext, { id }: OAuthProvider, userId: string): Promise<IdentityRow> {
  const identity = await findIdentityOfUser(ctx.db, ctx.project.id, id, userId);
  if (identity?.sealedTokens) return identity;
  throw new ServiceError(
    'E113404',
    identity
      ? 'The user has not signed in with the provider since its tokens are stored'
      : 'The user has never signed in with the provider',
  );
}

function toToken(ctx: ProjectContext, identity: IdentityRow): ProviderToken {
  const { subject: providerUserId, tokenExpiresAt: expiresAt } = identity;
  return { ...openTokens(ctx, identity, identity), providerUserId, expiresAt };
}
