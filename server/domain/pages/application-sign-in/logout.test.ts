import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, type Provider, prepare, startProvider } from '../../../../test/applications.ts';

// What a logout request says about its application, and what the user then reads.

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

async function signedIn(scope?: string) {
  const client = await provider.createClient();
  const browser = provider.browser();
  const { url, checks } = await prepare(client.config, { ...(scope && { scope }) });
  const loginId = await provider.grantedUser(client.appId);
  const { location } = await provider.signInAt(browser, url, loginId);
  const tokens = await openid.authorizationCodeGrant(client.config, new URL(location), checks);
  const isSignedIn = async () => {
    const silent = await prepare(client.config, { prompt: 'none' });
    const { location: answer } = await browser.get(silent.url.href.slice(provider.latchkey.baseUrl.length));
    return new URL(answer).searchParams.has('code');
  };
  return {
    ...client,
    browser,
    loginId,
    isSignedIn,
    idToken: tokens.id_token ?? '',
    accessToken: tokens.access_token,
  };
}

test.each([
  ['nothing', {}],
  ['a state', { state: 'x' }],
])('a request that says %s asks the user, and signs them out', async (_, fields) => {
  const { browser, isSignedIn } = await signedIn();
  const { status, html } = await browser.get(`/oauth2/v1/logout?${new URLSearchParams(fields)}`);
  expect([status, html]).toEqual([200, expect.stringContaining('Sign out of')]);
  expect(await isSignedIn()).toBe(true);
  const done = await browser.post('/oauth2/v1/logout', { ...fields, confirmed: 'yes' });
  expect([done.status, done.html]).toEqual([200, expect.stringContaining('You are signed out')]);
  expect(await isSignedIn()).toBe(false);
});

test('a request that says nothing, from a browser in which nobody has signed in, succeeds', async () => {
  const { status, html } = await provider.browser().get('/oauth2/v1/logout');
  expect([status, html]).toEqual([200, expect.stringContaining('You are signed out')]);
});

test.each<[string, (idToken: string) => Record<string, string>, string]>([
  ['an ID token of nobody', () => ({ id_token_hint: 'x' }), 'id_token_hint is not an ID token'],
  ['a changed ID token', (token) => ({ id_token_hint: `${token}x` }), 'id_token_hint is not an ID token'],
  ['no application', () => ({ post_logout_redirect_uri: callback }), 'id_token_hint is missing'],
  ['an unknown application', () => ({ client_id: 'x' }), 'can’t find the application'],
  [
    'another address',
    (token) => ({ id_token_hint: token, post_logout_redirect_uri: `${callback}/x` }),
    'isn’t registered',
  ],
])('a request with %s is refused with the reason, and signs nobody out', async (_, fieldsOf, reason) => {
  const { browser, idToken, isSignedIn } = await signedIn();
  const query = new URLSearchParams(fieldsOf(idToken));
  const { status, html } = await browser.get(`/oauth2/v1/logout?${query}`);
  expect([status, html]).toEqual([400, expect.stringContaining('You can’t sign out this way')]);
  expect(html).toContain(reason);
  expect(await isSignedIn()).toBe(true);
  // It is the same for a browser in which nobody has signed in.
  const elsewhere = await provider.browser().get(`/oauth2/v1/logout?${query}`);
  expect([elsewhere.status, elsewhere.html]).toEqual([400, expect.stringContaining(reason)]);
});

describe('the ID token of a logout', () => {
  const logout = (idToken: string) =>
    `/oauth2/v1/logout?${new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: callback })}`;

  test('of an earlier sign-in does not end the present one without the user’s word', async () => {
    const { idToken, accessToken, loginId, config } = await signedIn();
    const again = provider.browser();
    provider.latchkey.advance(2_000);
    const { url } = await prepare(config);
    await provider.signInAt(again, url, loginId);
    const { status, html } = await again.get(logout(idToken));
    expect([status, html]).toEqual([200, expect.stringContaining('Sign out of')]);
    // Neither does it once the session that it names is gone.
    await openid.tokenRevocation(config, accessToken);
    expect((await again.get(logout(idToken))).html).toContain('Sign out of');
  });

  test('of this sign-in ends it at once, however old it is, and after its own session has ended', async () => {
    const old = await signedIn();
    provider.latchkey.advance(2 * 60 * 60_000);
    expect((await old.browser.get(logout(old.idToken))).location).toBe(callback);
    expect(await old.isSignedIn()).toBe(false);
    const revoked = await signedIn();
    await openid.tokenRevocation(revoked.config, revoked.accessToken);
    expect((await revoked.browser.get(logout(revoked.idToken))).location).toBe(callback);
    expect(await revoked.isSignedIn()).toBe(false);
  });

  test('from a browser without a session ends that of its own application, and not the sign-in elsewhere', async () => {
    const { idToken, accessToken, config, isSignedIn } = await signedIn('openid');
    expect((await provider.browser().get(logout(idToken))).location).toBe(callback);
    expect(await isSignedIn()).toBe(true);
    expect(await openid.tokenIntrospection(config, accessToken)).toEqual({ active: false });
  });

  test('in a form of another site, which comes without the cookie, is asked for again as a link', async () => {
    const { idToken, browser, isSignedIn } = await signedIn();
    const form = { id_token_hint: idToken, post_logout_redirect_uri: callback, state: 'bye' };
    const { status, location } = await provider.browser().post('/oauth2/v1/logout', form);
    expect(status).toBe(303);
    expect(await isSignedIn()).toBe(true);
    expect((await browser.get(location)).location).toBe(`${callback}?state=bye`);
    expect(await isSignedIn()).toBe(false);
  });
});
