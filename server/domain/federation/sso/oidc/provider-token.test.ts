import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { codeOf, errorOf } from '../../../../../test/identity-provider.ts';
import {
  connectOidcTenant,
  OidcBrowser,
  type OpenIdFaults,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/openid-provider.ts';

let latchkey: Latchkey;
let provider: OpenIdProvider;
let tenant: string;
let name: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  provider = await startOpenIdProvider(latchkey);
});
afterAll(async () => {
  provider.close();
  await latchkey.close();
});
beforeEach(() => {
  counter += 1;
  tenant = `tokens-${counter}`;
  name = `Corp ${counter}`;
  for (const fault of Object.keys(provider.faults)) delete provider.faults[fault as keyof OpenIdFaults];
  provider.faults.tokens = { refresh_token: 'rt-1', expires_in: 3_600, scope: 'openid email' };
});

const domains = () => [`token${counter}.example`];

async function connect(settings: Record<string, unknown> = {}): Promise<void> {
  const kept = { name, manageProviderTokens: true, ...settings };
  await connectOidcTenant(latchkey, tenant, provider, kept, { domains: domains() });
}

async function configure(settings: Record<string, unknown>): Promise<void> {
  const answer = await latchkey.manage('POST', '/v1/mgmt/sso/oidc', {
    tenantId: tenant,
    settings: {
      name,
      clientId: 'latchkey',
      clientSecret: 'secret',
      issuer: provider.issuer,
      redirectUrl: 'http://127.0.0.1:9/app',
      manageProviderTokens: true,
      ...settings,
    },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** Signs in and returns the user's ID. */
async function signIn(): Promise<string> {
  const browser = new OidcBrowser(latchkey);
  const claims = { sub: `sub-${counter}`, email: `ann@token${counter}.example`, name: 'Ann', groups: ['x'] };
  const answer = await browser.get(await provider.signIn(await browser.start(tenant), claims));
  expect(errorOf(answer)).toBe('');
  const { body } = await latchkey.request('POST', '/v1/auth/sso/exchange', {
    body: { code: codeOf(answer) },
  });
  return body.user.userId;
}

function tokenOf(loginId: string, options: Record<string, string> = {}, called = name, on = latchkey) {
  const query = new URLSearchParams({ loginId, provider: called, ...options });
  return on.manage('GET', `/v1/mgmt/user/provider/token?${query}`);
}

const hourMs = 3_600_000;

describe('the token of a tenant’s OpenID provider', () => {
  test('is returned under the name of the provider, by the public SDK too', async () => {
    await connect();
    const userId = await signIn();
    const expiration = Math.floor(latchkey.service.now() / 1000) + 3_600;
    const { status, body } = await tokenOf(userId);
    expect([status, body]).toEqual([
      200,
      {
        provider: name,
        providerUserId: `sub-${counter}`,
        accessToken: `at-sub-${counter}`,
        expiration: expect.any(Number),
        scopes: ['openid', 'email'],
      },
    ]);
    expect(Math.abs(body.expiration - expiration)).toBeLessThan(300);
    expect((await tokenOf(userId, { withRefreshToken: 'true' }, name.toUpperCase())).body).toMatchObject({
      refreshToken: 'rt-1',
    });
    const { management } = latchkey.sdk();
    const sdk = await management.user.getProviderToken(`ann@token${counter}.example`, name);
    expect(sdk.data).toMatchObject({ accessToken: `at-sub-${counter}` });
  });

  test('is renewed when it has expired, once for all callers, and on request', async () => {
    await connect();
    const userId = await signIn();
    latchkey.advance(hourMs);
    provider.faults.renewed = { access_token: 'at-2', expires_in: 3_600 };
    const before = provider.tokenRequests.length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => tokenOf(userId)));
    expect(answers.map(({ body }) => body.accessToken)).toEqual(Array(5).fill('at-2'));
    expect(provider.tokenRequests.slice(before).map((form) => form.get('refresh_token'))).toEqual(['rt-1']);
    provider.faults.renewed = { access_token: 'at-3', expires_in: 3_600, refresh_token: 'rt-2' };
    const forced = await tokenOf(userId, { forceRefresh: 'true', withRefreshToken: 'true' });
    expect(forced.body).toMatchObject({
      accessToken: 'at-3',
      refreshToken: 'rt-2',
      scopes: ['openid', 'email'],
    });
  });

  test('stays with its refresh token after a sign-in without one', async () => {
    await connect();
    const userId = await signIn();
    provider.faults.tokens = { access_token: `at-sub-${counter}`, expires_in: 3_600 };
    await signIn();
    const { body } = await tokenOf(userId, { withRefreshToken: 'true' });
    expect(body.refreshToken).toBe('rt-1');
  });
});

describe('there is no token, and the error says why,', () => {
  test('if the connection stores none, and after it has stopped storing them', async () => {
    await connect({ manageProviderTokens: false });
    const userId = await signIn();
    expect((await tokenOf(userId)).body.errorCode).toBe('E113403');
    await configure({});
    expect((await tokenOf(userId)).body.errorCode).toBe('E113404');
    await signIn();
    expect((await tokenOf(userId)).status).toBe(200);
    await configure({ manageProviderTokens: false });
    await configure({});
    expect((await tokenOf(userId)).body.errorCode).toBe('E113404');
  });

  test('after the connection got another client, which does not get the refresh token', async () => {
    await connect();
    const userId = await signIn();
    await configure({ clientId: 'another' });
    const before = provider.tokenRequests.length;
    expect((await tokenOf(userId, { forceRefresh: 'true' })).body.errorCode).toBe('E113404');
    expect(provider.tokenRequests).toHaveLength(before);
  });

  test('for members of other tenants, and after the user has left', async () => {
    await connect();
    const userId = await signIn();
    const stranger = `stranger${counter}@example.com`;
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: stranger });
    expect((await tokenOf(stranger)).body.errorCode).toBe('E113401');
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/remove', {
      loginId: userId,
      tenantId: tenant,
    });
    expect((await tokenOf(userId)).body.errorCode).toBe('E113401');
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', { loginId: userId, tenantId: tenant });
    expect((await tokenOf(userId)).body.errorCode).toBe('E113404');
  });

  test('if it has expired without a refresh token, or the provider refuses that, until the next sign-in', async () => {
    await connect();
    provider.faults.tokens = { expires_in: 3_600 };
    const userId = await signIn();
    latchkey.advance(hourMs);
    expect((await tokenOf(userId)).body.errorCode).toBe('E113405');
    provider.faults.tokens = { expires_in: 3_600, refresh_token: 'dead' };
    await signIn();
    latchkey.advance(hourMs);
    expect((await tokenOf(userId)).body.errorCode).toBe('E113406');
    provider.faults.renewed = { access_token: 'never', expires_in: 3_600 };
    expect((await tokenOf(userId, { forceRefresh: 'true' })).body.errorCode).toBe('E113406');
    await signIn();
    expect((await tokenOf(userId)).status).toBe(200);
  });

  test('if the provider is broken', async () => {
    await connect();
    const userId = await signIn();
    provider.faults.tokenStatus = 500;
    expect((await tokenOf(userId, { forceRefresh: 'true' })).body.errorCode).toBe('E113407');
    delete provider.faults.tokenStatus;
    provider.faults.renewed = { access_token: 'at-again', expires_in: 3_600 };
    expect((await tokenOf(userId, { forceRefresh: 'true' })).body.accessToken).toBe('at-again');
  });
});
