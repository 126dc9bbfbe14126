import type { CustomFetch } from 'openid-client';
import { OidcError, toOidcError } from './error.ts';
import { hasTenantGap, issuerOfTenant } from './metadata.ts';
import { configurationOf, type RelyingParty } from './relying-party.ts';
import type { RequestSecrets } from './request-secrets.ts';
import { type ProviderTokens, toTokens } from './tokens.ts';

export interface RedeemedCode {
  tokens: ProviderTokens;
  /** The verified claims of the ID token. Absent without one. */
  claims?: Record<string, unknown>;
  /** The issuer of the claims. */
  issuer: string;
  /** The algorithm with which the ID token is signed. */
  algorithm?: string;
}

/**
 * Checks the browser's response (state, issuer, error), and gets the tokens for the code. Verifies an ID
 * token's signature, issuer, audience, times and nonce.
 */
export async function redeemCode(
  rp: RelyingParty,
  secrets: RequestSecrets,
  answer: Record<string, string>,
): Promise<RedeemedCode> {
  try {
    const url = new URL(rp.redirectUri);
    url.search = new URLSearchParams(answer).toString();
    if (!hasTenantGap(rp.metadata)) return await redeemByCurrentKeys(rp, secrets, url, {});
    // Only the ID token names the organization, so it is fetched first and then checked against that
    // organization's issuer.
    const { issuer, fetch } = await fetchAhead(rp, secrets, url);
    return await redeemByCurrentKeys(rp, secrets, url, { issuer, fetch });
  } catch (error) {
    throw await toOidcError(error);
  }
}

/**
 * Redeems the code, and verifies the ID token again with keys fetched anew if the known ones do not do. openid-client fetches them for an
 * unknown key ID if they are a minute old, and never for a token without one. Only the provider itself can cause this.
 */
async function redeemByCurrentKeys(
  rp: RelyingParty,
  secrets: RequestSecrets,
  url: URL,
  { issuer, fetch = rp.fetch }: { issuer?: string; fetch?: CustomFetch },
): Promise<RedeemedCode> {
  let tokens: Response | undefined;
  const special = {
    ...(issuer && { issuer }),
    fetch: async (...[address, options]: Parameters<CustomFetch>) => {
      if (address !== rp.metadata.token_endpoint) return fetch(address, options);
      tokens ??= await fetch(address, options);
      return tokens.clone();
    },
  };
  const knewKeys = rp.keys.seen !== undefined;
  try {
    return await redeem(rp, secrets, url, special);
  } catch (error) {
    const failure = await toOidcError(error);
    if (!knewKeys || !tokens?.ok || !(failure instanceof OidcError) || failure.kind !== 'id-token')
      throw failure;
    delete rp.keys.seen;
    return redeem(rp, secrets, url, special);
  }
}

/** Tolerates clock differences. A token issued later than this is refused (Core §3.1.3.7, rule 10). */
const futureToleranceMs = 60_000;

async function redeem(
  rp: RelyingParty,
  { state, nonce, codeVerifier }: RequestSecrets,
  url: URL,
  special: { issuer?: string; fetch?: CustomFetch } = {},
): Promise<RedeemedCode> {
  const { authorizationCodeGrant, getJwksCache } = await import('openid-client');
  const configuration = await configurationOf(rp, special);
  const hasIdToken = rp.metadata.jwks_uri !== undefined;
  const response = await authorizationCodeGrant(configuration, url, {
    expectedState: state,
    idTokenExpected: hasIdToken,
    ...(codeVerifier && { pkceCodeVerifier: codeVerifier }),
    ...(nonce && hasIdToken && { expectedNonce: nonce }),
  });
  const seen = getJwksCache(configuration);
  if (seen) rp.keys.seen = seen;
  const claims = hasIdToken ? response.claims() : undefined;
  if (claims && claims.iat * 1000 > rp.now + futureToleranceMs) {
    throw new OidcError('id-token', 'the ID token was issued in the future');
  }
  return {
    tokens: toTokens(response),
    ...(claims && { claims, algorithm: algorithmOf(response.id_token) }),
    issuer: special.issuer ?? rp.metadata.issuer,
  };
}

/** Reads the header of a token that has been verified. */
function algorithmOf(idToken = ''): string {
  return JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString('utf8')).alg;
}

class TokensArrived extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super('the tokens are here');
    this.response = response;
  }
}

/** Makes the one request for the tokens. Returns its result and a `fetch` that repeats the response. */
async function fetchAhead(rp: RelyingParty, secrets: RequestSecrets, url: URL) {
  const isTokenUrl = (text: string) => text === rp.metadata.token_endpoint;
  const response = await redeem(rp, secrets, url, {
    fetch: async (address, options) => {
      const response = await rp.fetch(address, options);
      throw isTokenUrl(address) && response.ok ? new TokensArrived(response) : new NotTokens(response);
    },
  }).then(
    () => {
      throw new OidcError('response', 'the provider returned no tokens');
    },
    (error: unknown) => arrivedIn(error),
  );
  const body: { id_token?: unknown } | null = await response
    .clone()
    .json()
    .catch(() => {
      throw new OidcError('response', 'the response with the tokens is not JSON');
    });
  const issuer = issuerOfTenant(rp.metadata.issuer, tenantIn(body?.id_token));
  const fetch: CustomFetch = (address, options) =>
    isTokenUrl(address) ? Promise.resolve(response) : rp.fetch(address, options);
  return { issuer, fetch };
}

class NotTokens extends OidcError {
  constructor(response: Response) {
    const kind = response.status >= 500 ? 'unreachable' : 'refused';
    super(kind, `the provider responded with status ${response.status}`);
  }
}

function arrivedIn(error: unknown): Response {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof TokensArrived) return inner.response;
    if (inner instanceof OidcError) throw inner;
  }
  throw error;
}

/** Not verified yet: it only selects an issuer, whose signature the token must have. */
function tenantIn(idToken: unknown): unknown {
  try {
    const [, payload = ''] = String(idToken).split('.');
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')).tid;
  } catch {
    throw new OidcError('id-token', 'the ID token cannot be read');
  }
}
