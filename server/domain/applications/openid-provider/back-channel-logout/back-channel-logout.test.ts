import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callback, type Provider, prepare, startProvider } from '../../../../../test/applications.ts';
import { type HttpReceiver, startReceiver } from '../../../../../test/counterparts/http-receiver.ts';
import { password } from '../../../../../test/hosted-pages.ts';

let provider: Provider;
let receiver: HttpReceiver;
let status = 200;

beforeAll(async () => {
  provider = await startProvider();
  receiver = await startReceiver(() => ({ status }));
});
afterEach(() => {
  status = 200;
  receiver.requests.length = 0;
});
afterAll(async () => {
  await provider.latchkey.close();
  await receiver.close();
});

/** A user who has signed in to an application that wants to know when they leave. */
async function signedIn(scope = 'openid profile', settings?: object) {
  const client = await provider.createClient(settings ?? { backChannelLogoutUrl: `${receiver.url}/logout` });
  const loginId = await provider.grantedUser(client.appId);
  const browser = provider.browser();
  const { url, checks } = await prepare(client.config, { scope });
  const { location } = await provider.signInAt(browser, url, loginId);
  const tokens = await openid.authorizationCodeGrant(client.config, new URL(location), checks);
  return { ...client, loginId, browser, tokens, location, checks };
}

type SignedIn = Awaited<ReturnType<typeof signedIn>>;

/** Verifies the tokens that have arrived as an application does (OpenID Connect Back-Channel Logout §2.6). */
async function received({ config, clientId }: SignedIn): Promise<JWTPayload[]> {
  await provider.latchkey.sendMessages();
  const { issuer, jwks_uri = '' } = config.serverMetadata();
  const keys = createRemoteJWKSet(new URL(jwks_uri));
  const currentDate = new Date(provider.latchkey.service.now());
  return Promise.all(
    receiver.requests.map(async ({ method, path, headers, body }) => {
      expect([method, path, headers['content-type']]).toEqual([
        ...['POST', '/logout', 'application/x-www-form-urlencoded'],
      ]);
      const token = new URLSearchParams(body).get('logout_token') ?? '';
      const expected = { issuer, audience: clientId, typ: 'logout+jwt', currentDate };
      return (await jwtVerify(token, keys, expected)).payload;
    }),
  );
}

function logoutUrl({ config, tokens }: SignedIn): string {
  const { href } = openid.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: callback,
  });
  return href.slice(provider.latchkey.baseUrl.length);
}

describe('an application receives one logout token', () => {
  const ways: [string, (user: SignedIn) => Promise<unknown>][] = [
    ['the user signs out at it', (user) => user.browser.get(logoutUrl(user))],
    [
      'an administrator ends the sessions of the user',
      ({ loginId }) => provider.manage('/v1/mgmt/user/logout', { loginId }),
    ],
    [
      'the user is disabled',
      ({ loginId }) => provider.manage('/v1/mgmt/user/update/status', { loginId, status: 'disabled' }),
    ],
    ['the user is deleted', ({ loginId }) => provider.manage('/v1/mgmt/user/delete', { loginId })],
    [
      'a code comes twice',
      ({ config, location, checks }) =>
        openid.authorizationCodeGrant(config, new URL(location), checks).catch(() => {}),
    ],
    [
      'the user chooses a new password and ends the other sessions',
      ({ loginId }) =>
        provider.latchkey.request('POST', '/v1/auth/password/replace', {
          body: {
            loginId,
            oldPassword: password,
            newPassword: 'seven more violins in the attic',
            revokeOtherSessions: true,
          },
        }),
    ],
  ];

  test.each(ways)('when %s', async (_, end) => {
    const user = await signedIn();
    expect(await received(user)).toEqual([]);
    await end(user);
    const claims = user.tokens.claims();
    const tokens = await received(user);
    expect(tokens).toEqual([
      expect.objectContaining({
        sub: claims?.sub,
        sid: claims?.['sid'],
        jti: expect.stringMatching(/^M/),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      }),
    ]);
    expect(tokens[0]).not.toHaveProperty('nonce');
  });

  test('when the user leaves with offline access, and its refresh token still works', async () => {
    const user = await signedIn('openid offline_access');
    await user.browser.get(logoutUrl(user));
    expect(await received(user)).toHaveLength(1);
    await openid.refreshTokenGrant(user.config, user.tokens.refresh_token ?? '');
  });

  test('when the user signs out at another application in the same browser', async () => {
    const first = await signedIn();
    const other = await provider.createClient();
    const { browser, loginId } = first;
    await provider.manage('/v1/mgmt/user/update/ssoapp/add', { loginId, ssoAppIds: [other.appId] });
    const { url, checks } = await prepare(other.config, { scope: 'openid' });
    const { location } = await browser.get(url.href.slice(provider.latchkey.baseUrl.length));
    const tokens = await openid.authorizationCodeGrant(other.config, new URL(location), checks);
    await browser.get(logoutUrl({ ...first, config: other.config, tokens }));
    expect(await received(first)).toHaveLength(1);
  });
});

test('an application without the URL, and other users of one with it, are left alone', async () => {
  const user = await signedIn();
  const without = await signedIn('openid', {});
  await provider.manage('/v1/mgmt/user/logout', { loginId: without.loginId });
  expect(await received(user)).toEqual([]);
});

test('an application with pairwise subjects receives the one that it knows', async () => {
  const settings = { subjectType: 'pairwise', backChannelLogoutUrl: `${receiver.url}/logout` };
  const user = await signedIn('openid', settings);
  await provider.manage('/v1/mgmt/user/delete', { loginId: user.loginId });
  expect((await received(user))[0]?.sub).toBe(user.tokens.claims()?.sub);
});

test('two ends of one session at once are one notice', async () => {
  const user = await signedIn();
  const end = () => provider.manage('/v1/mgmt/user/logout', { loginId: user.loginId });
  await Promise.all([end(), end(), end()]);
  expect(await received(user)).toHaveLength(1);
});

test('a failed notice is tried again with the same `jti` and a new time', async () => {
  const user = await signedIn();
  status = 503;
  await provider.manage('/v1/mgmt/user/logout', { loginId: user.loginId });
  const [first] = await received(user);
  status = 200;
  provider.latchkey.advance(60_000);
  await provider.latchkey.sendMessages();
  receiver.requests.shift();
  const [second] = await received(user);
  expect(second?.jti).toBe(first?.jti);
  expect(second?.iat).toBeGreaterThanOrEqual((first?.iat ?? 0) + 60);
});

test.each([
  ['the application refuses it', 400, 0],
  ['the application has not answered for a day', 503, 25 * 60 * 60_000],
])('when %s, the audit log says so', async (_, answer, wait) => {
  const user = await signedIn();
  status = answer;
  await provider.manage('/v1/mgmt/user/logout', { loginId: user.loginId });
  await provider.latchkey.sendMessages();
  if (wait) provider.latchkey.advance(wait);
  await provider.latchkey.sendMessages();
  const { body } = await provider.latchkey.manage('POST', '/v1/mgmt/audit/search', {
    actions: ['ApplicationLogoutFailed'],
    userIds: [user.tokens.claims()?.sub],
  });
  expect(body.audits).toHaveLength(1);
  expect(body.audits[0].data).toMatchObject({ application: user.appId });
});

test('a URL that was removed meanwhile gets nothing', async () => {
  const user = await signedIn();
  status = 503;
  await provider.manage('/v1/mgmt/user/logout', { loginId: user.loginId });
  await provider.latchkey.sendMessages();
  receiver.requests.length = 0;
  await provider.manage('/v1/mgmt/sso/idp/app/delete', { id: user.appId });
  provider.latchkey.advance(60_000);
  await provider.latchkey.sendMessages();
  expect(receiver.requests).toEqual([]);
});

test('a discovery document says that applications are notified', async () => {
  const { config } = await provider.createClient();
  expect(config.serverMetadata()).toMatchObject({
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  });
});
