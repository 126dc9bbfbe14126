import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OidcProvider, startOidcProvider } from '../../../../test/counterparts/oidc-provider.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { exchange, OAuthBrowser } from '../../../../test/oauth-browser.ts';

/** Tests complete sign-ins with another project's OpenID provider, in another process. */

let latchkey: Latchkey;
let provider: OidcProvider;
beforeAll(async () => {
  latchkey = await startLatchkey();
  provider = await startOidcProvider(`${latchkey.baseUrl}/v1/auth/oauth/callback`);
  const { issuer, clientId, clientSecret } = provider;
  const settings = { provider: 'real', issuer, clientId, clientSecret, authentication: 'post' };
  const body = { ...settings, manageProviderTokens: true };
  expect((await latchkey.manage('POST', '/v1/mgmt/oauth/provider', body)).status).toBe(200);
});
afterAll(async () => {
  await provider?.stop();
  await latchkey.close();
});

async function signIn(login: string) {
  const browser = new OAuthBrowser(latchkey);
  const back = await provider.signIn((await browser.start('real')).href, login);
  return exchange(latchkey, await browser.get(back));
}

const tokenOf = (loginId: string, more = '') =>
  latchkey.manage(
    'GET',
    `/v1/mgmt/user/provider/token?loginId=${loginId}&provider=real&withRefreshToken=true${more}`,
  );

test('a sign-in creates the user, and the next one finds them', async () => {
  const { status, body } = await signIn('ada');
  expect(status).toBe(200);
  expect(body.user).toMatchObject({
    loginIds: ['ada@real.example'],
    verifiedEmail: true,
    name: 'Real Person',
    givenName: 'Real',
    OAuth: { real: true },
  });
  const again = await signIn('ada');
  expect(again.body).toMatchObject({ firstSeen: false, user: { userId: body.user.userId } });
});

test('an address that the provider has not verified leads to no account', async () => {
  await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'unverified@real.example' });
  await expect(signIn('unverified')).rejects.toThrow(/account already exists with the address/);
});

test('its token is renewed by one of many simultaneous callers, and rotates', { tags: 'race' }, async () => {
  await signIn('bob');
  const first = (await tokenOf('bob@real.example', '&forceRefresh=true')).body;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => tokenOf('bob@real.example', '&forceRefresh=true')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const last = (await tokenOf('bob@real.example')).body;
  expect(last.refreshToken).not.toBe(first.refreshToken);
  const response = await fetch(`${provider.issuer}/me`, {
    headers: { authorization: `Bearer ${last.accessToken}` },
  });
  expect(await response.json()).toMatchObject({ sub: 'bob', email: 'bob@real.example' });
});

test('a token that was revoked there cannot be renewed, and the error says so', async () => {
  await signIn('carol');
  const { refreshToken } = (await tokenOf('carol@real.example')).body;
  await provider.revoke(refreshToken);
  const refused = await tokenOf('carol@real.example', '&forceRefresh=true');
  expect([refused.status, refused.body.errorCode]).toEqual([400, 'E113406']);
});

test('an unreachable provider is distinguished from one that refuses', async () => {
  await signIn('dan');
  await provider.stop();
  const answer = await tokenOf('dan@real.example', '&forceRefresh=true');
  expect([answer.status, answer.body.errorCode]).toEqual([502, 'E113407']);
  const url = await new OAuthBrowser(latchkey).start('real');
  expect(url.origin).toBe(provider.issuer);
});
