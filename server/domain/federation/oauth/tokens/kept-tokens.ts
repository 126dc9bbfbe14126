import type { ProjectContext } from '../../../../core/context.ts';
import type { ProviderTokens } from '../../../../protocols/oidc/tokens.ts';
import { sealedColumn } from '../../../../storage/sealed-columns.ts';
import { type KeptTokens, openTokens, sealTokens } from '../../relying-party/kept-tokens.ts';
import type { OAuthProvider } from '../provider.ts';
import type { IdentityKey, IdentityRow } from '../store-identities.ts';

/** Returns the tokens to store: none, unless the project stores the provider's tokens. */
export function keptTokens(
  ctx: Pick<ProjectContext, 'now' | 'sealer'>,
  provider: OAuthProvider,
  key: IdentityKey,
  tokens: ProviderTokens,
): KeptTokens {
  if (!provider.settings.manageProviderTokens) return { sealedTokens: '', tokenExpiresAt: 0 };
  return sealTokens(ctx, tokensPurpose(key), tokens, scopesAskedFor(provider));
}

/** Merges the tokens of a later sign-in. Many providers issue a refresh token with the first consent only. */
export function tokensToKeep(
  ctx: Pick<ProjectContext, 'now' | 'sealer'>,
  provider: OAuthProvider,
  key: IdentityKey,
  tokens: ProviderTokens,
  { sealedTokens, renewalFailure }: Pick<IdentityRow, 'sealedTokens' | 'renewalFailure'>,
): KeptTokens {
  const isUsable = sealedTokens !== '' && renewalFailure !== 'refused';
  const before = () => (isUsable ? openTokens(ctx, tokensPurpose(key), sealedTokens).refreshToken : '');
  return keptTokens(ctx, provider, key, { ...tokens, refreshToken: tokens.refreshToken || before() });
}

export function scopesAskedFor({ settings, definition }: OAuthProvider): readonly string[] {
  return settings.scopes.length > 0 ? settings.scopes : definition.scopes;
}

/** Returns the purpose that binds the sealed tokens to their record. */
export function tokensPurpose({ projectId, providerId, issuer, subject }: IdentityKey): string {
  return `oauthTokens/${JSON.stringify([projectId, providerId, issuer, subject])}`;
}

export const sealedProviderTokens = sealedColumn({
  table: 'oauthIdentities',
  key: ['projectId', 'providerId', 'issuer', 'subject'],
  column: 'sealedTokens',
  purposeOf: tokensPurpose,
});
