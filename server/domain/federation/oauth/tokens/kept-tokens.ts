import type { ProjectContext } from '../../../../core/context.ts';
import type { ProviderTokens } from '../../../../protocols/oidc/tokens.ts';
import type { OAuthProvider } from '../provider.ts';
import type { IdentityKey, IdentityRow, KeptTokens } from '../store-identities.ts';

/** The sealed part of a user's tokens. */
export interface OpenTokens {
  accessToken: string;
  refreshToken: string;
  scopes: string[];
}

/** Returns the tokens to store: none, unless the project stores the provider's tokens. */
export function keptTokens(
  ctx: ProjectContext,
  provider: OAuthProvider,
  key: IdentityKey,
  tokens: ProviderTokens,
): KeptTokens {
  if (!provider.settings.manageProviderTokens) return { sealedTokens: '', tokenExpiresAt: 0 };
  const { accessToken, refreshToken, expiresInSeconds, scopes = scopesAskedFor(provider) } = tokens;
  const open: OpenTokens = { accessToken, refreshToken, scopes };
  return {
    sealedTokens: ctx.sealer.seal(JSON.stringify(open), purpose(key)),
    tokenExpiresAt: expiresInSeconds === undefined ? 0 : Math.floor(ctx.now() + expiresInSeconds * 1000),
  };
}

/** Merges the tokens of a later sign-in. Many providers issue a refresh token with the first consent only. */
export function tokensToKeep(
  ctx: ProjectContext,
  provider: OAuthProvider,
  key: IdentityKey,
  tokens: ProviderTokens,
  before: Pick<IdentityRow, 'sealedTokens' | 'renewalFailure'>,
): KeptTokens {
  const isUsable = before.sealedTokens !== '' && before.renewalFailure !== 'refused';
  const refreshToken = tokens.refreshToken || (isUsable ? openTokens(ctx, key, before).refreshToken : '');
  return keptTokens(ctx, provider, key, { ...tokens, refreshToken });
}

export function openTokens(
  ctx: ProjectContext,
  key: IdentityKey,
  { sealedTokens }: Pick<KeptTokens, 'sealedTokens'>,
): OpenTokens {
  return JSON.parse(ctx.sealer.unseal(sealedTokens, purpose(key))) as OpenTokens;
}

function scopesAskedFor({ settings, definition }: OAuthProvider): string[] {
  return settings.scopes.length > 0 ? settings.scopes : [...definition.scopes];
}

function purpose({ projectId, providerId, issuer, subject }: IdentityKey): string {
  return `oauthTokens/${JSON.stringify([projectId, providerId, issuer, subject])}`;
}
