import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../../client/client.ts';
import { startConsole } from '../../../../../test/administrators.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { connectSimulator, exchange, OAuthBrowser } from '../../../../../test/oauth-browser.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  await connectSimulator(latchkey, 'acme');
  await connectSimulator(latchkey, 'forgetful', { manageProviderTokens: false });
  await connectSimulator(latchkey, 'empty', { clientId: '' });
});
afterAll(() => latchkey.close());

let counter = 0;

/** Signs a new user in at the simulator, and returns the login ID. */
async function newUser(fault = 'none', provider = 'acme', parameters: Record<string, string> = {}) {
  const email = `user${++counter}@token.example`;
  const answer = await new OAuthBrowser(latchkey).signIn(
    provider,
    { nameId: email, email, fault },
    { parameters },
  );
  await exchange(latchkey, answer);
  return email;
}

function tokenOf(loginId: string, provider = 'acme', options: Record<string, string> = {}, on = latchkey) {
  const query = new URLSearchParams({ loginId, provider, ...options });
  return on.manage('GET', `/v1/mgmt/user/provider/token?${query}`);
}

async function userInfo(accessToken: string) {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(`${latchkey.baseUrl}/dev/idp/oidc/acme/userinfo`, { headers })).status;
}

async function auditCount(action: string, userId: string): Promise<number> {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', {
    actions: [action],
    userIds: [userId],
  });
  return body.audits.length;
}

describe('a token', () => {
  test('is the provider’s own, with its expiry and scopes, and the refresh token on request only', async () => {
    const loginId = await newUser();
    const { status, body } = await tokenOf(loginId);
    expect(status).toBe(200);
    expect(body).toEqual({
      provider: 'acme',
      providerUserId: loginId,
      accessToken: expect.any(String),
      expiration: expect.any(Number),
      scopes: ['openid', 'profile', 'email', 'offline_access'],
    });
    expect(Math.abs(body.expiration - latchkey.service.now() / 1000 - 3_600)).toBeLessThan(30);
    expect(await userInfo(body.accessToken)).toBe(200);
    const full = await tokenOf(loginId, 'acme', { withRefreshToken: 'true' });
    expect(full.body.refreshToken).toEqual(expect.any(String));
  });

  test('is available through the public SDK and the client', async () => {
    const loginId = await newUser();
    const sdk = await latchkey
      .sdk()
      .management.user.getProviderToken(loginId, 'acme', { withRefreshToken: true });
    expect(sdk.data).toMatchObject({ provider: 'acme', providerUserId: loginId });
    const { projectId, managementKey, baseUrl } = latchkey;
    const { management } = createClient({ projectId, managementKey, baseUrl });
    const own = await management.user.getProviderToken(loginId, 'acme');
    expect(own.ok && own.data.accessToken).toBe(sdk.data?.accessToken);
  });

  test('is renewed when it has expired, and on request', async () => {
    const loginId = await newUser('expired-token');
    const renewed = await tokenOf(loginId);
    expect(renewed.status).toBe(200);
    expect(renewed.body.expiration).toBeGreaterThan(latchkey.service.now() / 1000 + 3_000);
    expect((await tokenOf(loginId)).body.accessToken).toBe(renewed.body.accessToken);
    const forced = await tokenOf(loginId, 'acme', { forceRefresh: 'true' });
    expect(forced.body.accessToken).not.toBe(renewed.body.accessToken);
    expect((await tokenOf(loginId, 'acme', { forceRefresh: 'true' })).status).toBe(200);
  });

  test('that an administrator views is in the audit log under their name, unlike one for a program', async () => {
    const loginId = await newUser();
    await tokenOf(loginId);
    const owner = await startConsole(latchkey);
    const { projectId } = latchkey;
    const query = new URLSearchParams({ loginId, provider: 'acme' });
    const seen = await owner.request('GET', `/v1/mgmt/user/provider/token?${query}`, { projectId });
    expect(seen.status).toBe(200);
    const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', { actions: ['OAuthTokenShown'] });
    expect(body.audits).toMatchObject([{ actorId: owner.loginId, data: { provider: 'acme' } }]);
    expect(JSON.stringify(body.audits)).not.toContain(seen.body.accessToken);
  });
});

describe('there is no token, and the error says why,', () => {
  test.each([
    ['for an unknown user', 'nobody', 'acme', 404, 'E112102'],
    ['of an unknown provider', '', 'nonsense', 404, 'E113401'],
    ['of a provider that the project has not set up', '', 'google', 400, 'E113402'],
    ['of a provider without credentials', '', 'empty', 400, 'E113402'],
    ['of a provider whose tokens are not stored', '', 'forgetful', 400, 'E113403'],
  ])('%s', async (_, loginId, provider, status, code) => {
    const answer = await tokenOf(loginId || (await newUser()), provider);
    expect([answer.status, answer.body.errorCode]).toEqual([status, code]);
  });

  test('of a user who has not signed in there', async () => {
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'elsewhere' });
    expect((await tokenOf('elsewhere')).body.errorCode).toBe('E113404');
  });

  test('of a user who signed in before tokens were stored, until they sign in again', async () => {
    const loginId = await newUser('none', 'forgetful');
    await connectSimulator(latchkey, 'forgetful', { manageProviderTokens: true });
    expect((await tokenOf(loginId, 'forgetful')).body.errorCode).toBe('E113404');
    await exchange(
      latchkey,
      await new OAuthBrowser(latchkey).signIn('forgetful', { nameId: loginId, email: loginId }),
    );
    expect((await tokenOf(loginId, 'forgetful')).status).toBe(200);
    await connectSimulator(latchkey, 'forgetful', { manageProviderTokens: false });
    await connectSimulator(latchkey, 'forgetful', { manageProviderTokens: true });
    expect((await tokenOf(loginId, 'forgetful')).body.errorCode).toBe('E113404');
  });

  test('if it has expired and there is no refresh token', async () => {
    const own = new OAuthBrowser(latchkey);
    const url = await own.start('acme');
    url.searchParams.set('scope', 'openid email');
    const fields = {
      nameId: 'short',
      email: 'short@token.example',
      fault: 'expired-token',
      scope: 'openid email',
    };
    await exchange(latchkey, await own.get(await own.answer(url, fields)));
    expect((await tokenOf('short@token.example')).body.errorCode).toBe('E113405');
  });

  test('if the provider refuses to renew it, which is tried once until the user signs in again', async () => {
    const loginId = await newUser('revoked-refresh');
    expect((await tokenOf(loginId)).body.errorCode).toBe('E113406');
    expect((await tokenOf(loginId, 'acme', { forceRefresh: 'true' })).body.errorCode).toBe('E113406');
    const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
    expect(await auditCount('OAuthTokenRefused', body.user.userId)).toBe(1);
    await exchange(
      latchkey,
      await new OAuthBrowser(latchkey).signIn('acme', { nameId: loginId, email: loginId }),
    );
    expect((await tokenOf(loginId, 'acme', { forceRefresh: 'true' })).status).toBe(200);
  });

  test('if the provider does not respond, and all waiting callers get the error immediately', async () => {
    const loginId = await newUser('slow-refresh');
    const answers = await Promise.all(Array.from({ length: 5 }, () => tokenOf(loginId)));
    expect(new Set(answers.map(({ body }) => body.errorCode))).toEqual(new Set(['E113407']));
    expect(answers[0]?.status).toBe(502);
  });

  test.each(['sessionJwt', 'refreshJwt'])('for a %s instead of a management key', async (kind) => {
    const answer = await new OAuthBrowser(latchkey).signIn('acme', { user: 'alice' });
    const { body } = await exchange(latchkey, answer);
    const path = '/v1/mgmt/user/provider/token?loginId=alice@acme.example&provider=acme';
    const asked = await latchkey.request('GET', path, { bearer: `${latchkey.projectId}:${body[kind]}` });
    expect(asked.status).toBe(401);
  });
});

test('one of 20 simultaneous callers on two instances renews, and all get the same token', async () => {
  const another = await latchkey.startAnother();
  const loginId = await newUser('expired-token');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => tokenOf(loginId, 'acme', {}, i % 2 ? another : latchkey)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.accessToken)).size).toBe(1);
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
  expect(await auditCount('OAuthTokenRenewed', body.user.userId)).toBe(1);
  await another.close();
});

test('a process that dies while renewing blocks the others for half a minute at most', async () => {
  const loginId = await newUser('expired-token');
  await latchkey.service.db
    .updateTable('oauthIdentities')
    .set({ leaseId: 'dead', leaseExpiresAt: latchkey.service.now() + 30_000 })
    .where('projectId', '=', latchkey.projectId)
    .where('subject', '=', loginId)
    .execute();
  latchkey.advance(30_000);
  expect((await tokenOf(loginId)).status).toBe(200);
});

describe('a server that replaces a provider', () => {
  test('gets neither the client secret nor the tokens of the previous one', async () => {
    await connectSimulator(latchkey, 'moved');
    const loginId = await newUser('none', 'moved');
    const { body } = await latchkey.manage('POST', '/v1/mgmt/oauth/provider', {
      provider: 'moved',
      issuer: `${latchkey.baseUrl}/dev/idp/oidc/elsewhere`,
    });
    expect(body.provider).toMatchObject({ hasClientSecret: false });
    expect((await tokenOf(loginId, 'moved')).body.errorCode).toBe('E113404');
  });

  test('has its own users, even if they have the same subject', async () => {
    await connectSimulator(latchkey, 'swapped');
    const loginId = await newUser('none', 'swapped');
    await connectSimulator(latchkey, 'swapped', { issuer: `${latchkey.baseUrl}/dev/idp/oidc/evil` });
    const answer = await new OAuthBrowser(latchkey).signIn('swapped', {
      nameId: loginId,
      email: 'evil@evil.example',
    });
    const { body } = await exchange(latchkey, answer);
    expect(body.user.email).toBe('evil@evil.example');
  });
});
