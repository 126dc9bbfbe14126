import { toOidcError } from './error.ts';
import { configurationOf, type RelyingParty } from './relying-party.ts';

/** What ties an answer to its request. An absent one is not sent: some providers refuse it. */
export interface RequestSecrets {
  state: string;
  /** PKCE, RFC 7636. */
  codeVerifier?: string;
  nonce?: string;
}

/** Where the browser goes to sign in (OpenID Connect Core §3.1.2.1). */
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
