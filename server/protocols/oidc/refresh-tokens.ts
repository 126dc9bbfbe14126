import type { CustomFetch } from 'openid-client';
import { toOidcError } from './error.ts';
import { configurationOf, type RelyingParty } from './relying-party.ts';
import { type ProviderTokens, toTokens } from './tokens.ts';

/**
 * Gets new tokens for a refresh token (RFC 6749 §6). Ignores an ID token in the response, because it signs no
 * user in.
 */
export async function refreshTokens(rp: RelyingParty, refreshToken: string): Promise<ProviderTokens> {
  try {
    const { refreshTokenGrant } = await import('openid-client');
    const configuration = await configurationOf(rp, { fetch: withoutIdToken(rp.fetch) });
    return toTokens(await refreshTokenGrant(configuration, refreshToken));
  } catch (error) {
    throw await toOidcError(error);
  }
}

function withoutIdToken(fetch: CustomFetch): CustomFetch {
  return async (url, options) => {
    const response = await fetch(url, options);
    if (!response.ok) return response;
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    if (typeof body !== 'object' || body === null || !('id_token' in body)) return response;
    const { id_token: _, ...rest } = body;
    return Response.json(rest, { status: response.status });
  };
}
