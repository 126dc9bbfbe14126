import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { codeOf, errorOf } from '../../../../../test/identity-provider.ts';
import { oidcRounds } from '../../../../../test/oidc-rounds.ts';
import {
  connectOidcTenant,
  OidcBrowser,
  type OpenIdFaults,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/openid-provider.ts';
import { exponentOne, otherKeys, secretKeys, unsafeKeys } from '../../../../../test/unusable-keys.ts';

let latchkey: Latchkey;
let provider: OpenIdProvider;
let browser: OidcBrowser;
let tenant: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
  provider = await startOpenIdProvider(latchkey);
});
afterAll(async () => {
  provider.close();
  await latchkey.close();
});
beforeEach(() => {
  counter += 1;
  tenant = `oidc-${counter}`;
  browser = new OidcBrowser(latchkey);
  for (const name of Object.keys(provider.faults)) delete provider.faults[name as keyof OpenIdFaults];
});

const { person, round, failures } = oidcRounds(() => ({ latchkey, provider, browser, tenant, counter }));

test('unusable keys, keys for others, and a key twice, beside the right one do no harm', async () => {
  provider.faults.keys = (own) =>
    [
      ...[...unsafeKeys, ...secretKeys, ...otherKeys].map(([, jwk]) => ({ ...jwk, kid: 'k1' })),
      ...[null, 7, 'text', [], own, own],
    ] as object[];
  await connectOidcTenant(latchkey, tenant, provider);
  expect(codeOf(await round())).toBeDefined();
});

describe('refuses', () => {
  const wrongClaims: [string, Record<string, unknown>][] = [
    ['a wrong nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['a wrong issuer', { iss: 'https://elsewhere.example' }],
    ['a wrong audience', { aud: 'another-client' }],
    ['an expired token', { exp: 1_700_000_000 }],
    ['no subject', { sub: undefined }],
  ];
  for (const [name, change] of wrongClaims) {
    test(`an ID token with ${name}`, async () => {
      await connectOidcTenant(latchkey, tenant, provider);
      const answer = await round(person(change));
      expect(codeOf(answer)).toBeUndefined();
      expect(errorOf(answer)).not.toBe('');
      const [failure] = await failures();
      expect(failure).toMatchObject({ protocol: 'oidc' });
      expect(failure?.reason).toBe(errorOf(answer));
      expect(JSON.stringify(failure)).not.toMatch(/eyJ|at-|secret/);
    });
  }

  for (const algorithm of ['none', 'HS256', 'foreign-key'] as const) {
    test(`an ID token that is signed with ${algorithm}`, async () => {
      await connectOidcTenant(latchkey, tenant, provider);
      provider.faults.algorithm = algorithm;
      expect(errorOf(await round())).toMatch(/cannot be accepted/);
    });
  }

  test('a set of keys without a usable one, when it is configured and at a sign-in, and names the reason', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    provider.faults.keys = () => [exponentOne];
    expect(errorOf(await round())).toMatch(/cannot be accepted/);
    expect((await failures())[0]?.reason).toBeDefined();
    for (const [, jwk] of [...unsafeKeys, ...secretKeys, ...otherKeys]) {
      provider.faults.keys = () => [jwk];
      const { status, body } = await latchkey.manage('POST', '/v1/mgmt/sso/oidc', {
        tenantId: tenant,
        settings: { issuer: provider.issuer, clientId: 'client', clientSecret: 'secret', redirectUrl: '' },
      });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { errorCode: 'E111301', errorMessage: expect.stringContaining('key 1 ') },
      });
    }
  });

  test('an answer of another issuer (RFC 9207)', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    const before = provider.tokenRequests.length;
    const answer = await round(person(), {}, { answer: { iss: 'https://elsewhere.example' } });
    expect(errorOf(answer)).toMatch(/cannot be accepted/);
    expect(provider.tokenRequests).toHaveLength(before);
  });

  test('an answer without state, from another browser, or already used', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    const asked = await browser.start(tenant);
    const callback = await provider.signIn(asked, person());
    const stranger = new OidcBrowser(latchkey);
    await stranger.start(tenant);
    expect((await stranger.get(callback)).status).toBe(400);
    expect((await new OidcBrowser(latchkey).get(callback)).status).toBe(400);
    const without = new URL(callback);
    without.searchParams.delete('state');
    expect((await browser.get(without.href)).status).toBe(400);
    const before = provider.tokenRequests.length;
    const answers = await Promise.all([1, 2, 3].map(() => browser.get(callback)));
    expect(answers.filter((answer) => codeOf(answer))).toHaveLength(1);
    expect(provider.tokenRequests).toHaveLength(before + 1);
    expect((await browser.get(callback)).status).toBe(400);
  });

  test('an answer that arrives at the address of another tenant or connection', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    await connectOidcTenant(latchkey, `${tenant}-evil`, provider);
    const callback = await provider.signIn(await browser.start(`${tenant}-evil`), person());
    const moved = callback.replace(`/${tenant}-evil/`, `/${tenant}/`);
    expect((await browser.get(moved)).status).toBe(400);
    expect(codeOf(await browser.get(callback))).toBeTypeOf('string');
  });

  test('a provider that fails or answers too slowly, without keeping others waiting', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    provider.faults.tokenStatus = 500;
    expect(errorOf(await round())).toMatch(/is not responding/);
    provider.faults.tokenStatus = 400;
    expect(errorOf(await round())).toMatch(/rejects/);
    delete provider.faults.tokenStatus;
    provider.faults.delayMs = 7_000;
    const slow = round();
    const other = latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`);
    expect(await Promise.race([slow, other.then(() => 'other')])).toBe('other');
    expect(errorOf(await slow)).toMatch(/is not responding/);
  });

  test('an error of the provider, in its words', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    const url = new URL(await provider.signIn(await browser.start(tenant)));
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
    url.searchParams.set('error_description', 'Not\u0007 assigned');
    await browser.get(url.href);
    expect((await failures())[0]).toMatchObject({
      kind: 'denied',
      reason: expect.stringMatching(/“Not {2}assigned”/),
    });
  });
});

test('the last twenty failures of a connection are kept, and deleted with it', async () => {
  await connectOidcTenant(latchkey, tenant, provider);
  for (let i = 0; i < 23; i++) {
    latchkey.advance(1);
    await round(person(), { initiatedEmail: `${i}@x.example` });
  }
  expect(await failures()).toHaveLength(20);
  await latchkey.manage('DELETE', `/v1/mgmt/sso/settings?tenantId=${tenant}`);
  expect(await failures()).toEqual([]);
});
