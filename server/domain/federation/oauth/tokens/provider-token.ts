import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { loadUser } from '../../../directory/users/load-user.ts';
import type { User } from '../../../directory/users/user.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { currentToken, type ProviderToken, type TokenSource } from '../../relying-party/current-token.ts';
import { findSsoProviderToken } from '../../sso/oidc/provider-token.ts';
import { findProvider, loadProvider } from '../load-provider.ts';
import type { OAuthProvider } from '../provider.ts';
import { relyingPartyOf } from '../relying-party.ts';
import { endLease, findIdentityOfUser, type IdentityRow, takeLease } from '../store-identities.ts';
import { scopesAskedFor, tokensPurpose } from './kept-tokens.ts';

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
  const source: TokenSource<IdentityRow> = {
    load: () => load(ctx, provider, user.id),
    takeLease: (seen, lease) => takeLease(ctx.db, seen, seen.renewals, lease),
    endLease: (ctx, seen, leaseId, outcome) => endLease(ctx.db, seen, leaseId, outcome),
    purposeOf: tokensPurpose,
    providerUserIdOf: ({ subject }) => subject,
    requestedScopes: scopesAskedFor(provider),
    relyingParty: () => relyingPartyOf(ctx, provider),
    event: { userId: user.id, method: 'oauth', data: { provider: provider.id } },
  };
  return currentToken(ctx, source, await source.load(), forceRefresh);
}

async function load(ctx: ProjectData, { id }: OAuthProvider, userId: string): Promise<IdentityRow> {
  const identity = await findIdentityOfUser(ctx.db, ctx.project.id, id, userId);
  if (identity?.sealedTokens) return identity;
  throw new ServiceError(
    'E113404',
    identity
      ? 'The user has not signed in with the provider since storing its tokens was turned on'
      : 'The user has never signed in with the provider',
  );
}
