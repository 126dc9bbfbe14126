import type { TokenEndpointResponse } from 'openid-client';

export interface ProviderTokens {
  accessToken: string;
  /** The refresh token; empty if none was issued. */
  refreshToken: string;
  /** Absent: not stated. */
  expiresInSeconds?: number;
  /** Absent: the requested ones (RFC 6749 §5.1). */
  scopes?: string[];
}

export function toTokens(response: TokenEndpointResponse): ProviderTokens {
  const { access_token: accessToken, refresh_token: refreshToken = '', expires_in, scope } = response;
  return {
    accessToken,
    refreshToken,
    ...(expires_in !== undefined && expires_in >= 0 && { expiresInSeconds: expires_in }),
    // RFC 6749 §3.3 uses spaces; GitHub sends commas.
    ...(scope !== undefined && { scopes: scope.split(/[ ,]+/).filter(Boolean).slice(0, 200) }),
  };
}
