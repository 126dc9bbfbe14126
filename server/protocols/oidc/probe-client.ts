import { randomBytes } from 'node:crypto';
import { rejectsClient } from './error.ts';
import { authenticationOf, type RelyingParty } from './relying-party.ts';

/**
 * Asks the token endpoint whether it accepts our client ID and secret, by sending a code that no provider has issued: `invalid_client`
 * says no, `invalid_grant` says yes, because the client is authenticated before its code is checked. Returns `undefined` if the response
 * says neither. A real code cannot be used for this, because it counts once.
 */
export async function isClientAccepted(rp: RelyingParty): Promise<boolean | undefined> {
  const library = await import('openid-client');
  const unknown = () => randomBytes(32).toString('base64url');
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: unknown(),
    redirect_uri: rp.redirectUri,
    code_verifier: unknown(),
  });
  const headers = new Headers({
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  });
  const authenticate = library[authenticationOf(rp)](rp.clientSecret);
  authenticate({ issuer: rp.metadata.issuer }, { client_id: rp.clientId }, body, headers);
  try {
    const response = await rp.fetch(rp.metadata.token_endpoint, {
      method: 'POST',
      headers: Object.fromEntries(headers),
      body,
      redirect: 'manual',
    });
    const { error }: { error?: unknown } = Object(await response.json().catch(() => ({})));
    if (rejectsClient(response.status, typeof error === 'string' ? error : undefined)) return false;
    return error === 'invalid_grant' ? true : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Asks the same with the other way of sending the secret, after the token endpoint has rejected the one that is set. `undefined` if that
 * says nothing: a provider that checks the code first calls the code invalid in either way.
 */
export async function isOtherWayAccepted(rp: RelyingParty): Promise<boolean | undefined> {
  const other = await isClientAccepted({
    ...rp,
    authentication: rp.authentication === 'basic' ? 'post' : 'basic',
  });
  if (!other) return other;
  return (await isClientAccepted(rp)) === false ? true : undefined;
}
