import { OidcError, toOidcError } from './error.ts';
import { configurationOf, type RelyingParty } from './relying-party.ts';

/** Fetches the userinfo of an OpenID provider, which must be about the subject of the ID token (Core §5.3.2). */
export async function fetchUserInfo(
  rp: RelyingParty,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  try {
    const client = await import('openid-client');
    return await client.fetchUserInfo(await configurationOf(rp), accessToken, subject);
  } catch (error) {
    throw await toOidcError(error);
  }
}

/** Fetches an OAuth 2.0 provider's data with an access token (RFC 6750 §2.1). */
export async function fetchWithToken(rp: RelyingParty, url: string, accessToken: string): Promise<unknown> {
  try {
    const response = await rp.fetch(url, {
      method: 'GET',
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      body: null,
      redirect: 'manual',
    });
    if (response.ok) return await response.json();
    const kind = response.status >= 500 ? 'unreachable' : 'refused';
    throw new OidcError(kind, `${new URL(url).host} responded with status ${response.status}`);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new OidcError('response', `${new URL(url).host} did not return JSON`);
    throw await toOidcError(error);
  }
}
