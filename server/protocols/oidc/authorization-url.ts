import { toOidcError } from './error.ts';
import { configurationOf, type RelyingParty } from './relying-party.ts';
import type { RequestSecrets } from './request-secrets.ts';

/** Returns the address for the browser to sign in (OpenID Connect Core §3.1.2.1). */
export async function authorizationUrl(
  rp: RelyingParty,
  { state, codeVerifier, nonce }: RequestSecrets,
  parameters: Record<string, string>,
): Promise<string> {
  try {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const url = buildAuthorizationUrl(await configurationOf(rp), {
      ...parameters,
      redirect_uri: rp.redirectUri,
      state,
      ...(nonce && { nonce }),
      ...(codeVerifier && {
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }),
    });
    return url.href;
  } catch (error) {
    throw await toOidcError(error);
  }
}
