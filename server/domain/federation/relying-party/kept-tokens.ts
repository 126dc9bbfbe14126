import type { ProjectContext } from '../../../core/context.ts';
import type { ProviderTokens } from '../../../protocols/oidc/tokens.ts';

/** The sealed part of a user's tokens. */
export interface OpenTokens {
  accessToken: string;
  refreshToken: string;
  scopes: string[];
}

/** The tokens in their stored form. */
export interface KeptTokens {
  sealedTokens: string;
  /** The expiry. 0 if the provider does not state one. */
  tokenExpiresAt: number;
}

/** Seals tokens for the record that `purpose` names. Without scopes in the answer, the requested ones count (RFC 6749 §5.1). */
export function sealTokens(
  ctx: Pick<ProjectContext, 'now' | 'sealer'>,
  purpose: string,
  { accessToken, refreshToken, expiresInSeconds, scopes }: ProviderTokens,
  requestedScopes: readonly string[],
): KeptTokens {
  const open: OpenTokens = { accessToken, refreshToken, scopes: scopes ?? [...requestedScopes] };
  return {
    sealedTokens: ctx.sealer.seal(JSON.stringify(open), purpose),
    tokenExpiresAt: expiresInSeconds === undefined ? 0 : Math.floor(ctx.now() + expiresInSeconds * 1000),
  };
}

export function openTokens(
  ctx: Pick<ProjectContext, 'sealer'>,
  purpose: string,
  sealedTokens: string,
): OpenTokens {
  return JSON.parse(ctx.sealer.unseal(sealedTokens, purpose)) as OpenTokens;
}
