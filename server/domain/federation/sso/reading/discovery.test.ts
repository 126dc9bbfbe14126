import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import {
  connectOidcTenant,
  type OpenIdFaults,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/openid-provider.ts';
import type { OutboundFetch } from '../../../../core/outbound.ts';
import { requireConfigured } from '../load-connection.ts';
import { readAgain } from './read-again.ts';
import { readDueProviders } from './read-daily.ts';

let latchkey: Latchkey;
let provider: OpenIdProvider;
let tenant: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  // At the beginning of a second, which the milliseconds of the requests do not end.
  latchkey.stopClock(Math.ceil(latchkey.service.now() / 1000) * 1000);
  provider = await startOpenIdProvider(latchkey);
});
afterAll(async () => {
  provider.close();
  await latchkey.close();
});
beforeEach(() => {
  counter += 1;
  tenant = `oidc-${counter}`;
  for (const name of Object.keys(provider.faults)) delete provider.faults[name as keyof OpenIdFaults];
});

/** Lets a day pass with this in the discovery document. Returns the settings afterwards. */
async function dayWith(discovery: Record<string, unknown>) {
  provider.faults.discovery = discovery;
  latchkey.advance(28 * 3_600_000);
  await readDueProviders(latchkey.service);
  return (await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`)).body;
}

describe('the discovery document', () => {
  test('is read once a day, and its addresses are taken over', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    const moved = `${provider.issuer}/moved`;
    const { oidc, reading } = await dayWith({
      authorization_endpoint: moved,
      userinfo_endpoint: `${moved}/me`,
    });
    expect(oidc).toMatchObject({ authUrl: moved, userDataUrl: `${moved}/me`, issuer: provider.issuer });
    expect(reading).toMatchObject({ failure: '', changes: [] });
    expect(reading.readTime).toBe(Math.floor(latchkey.service.now() / 1000));
  });

  test('leaves an address that was entered beside it', async () => {
    const userDataUrl = `${provider.issuer}/own`;
    await connectOidcTenant(latchkey, tenant, provider, { userDataUrl });
    const { oidc } = await dayWith({
      userinfo_endpoint: `${provider.issuer}/moved`,
      authorization_endpoint: `${provider.issuer}/moved`,
    });
    expect(oidc).toMatchObject({ userDataUrl, authUrl: `${provider.issuer}/moved` });
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['another issuer', { issuer: 'https://evil.example' }, /names the issuer https:\/\/evil\.example/],
    [
      'a token endpoint on another server',
      { token_endpoint: 'https://192.0.2.1/token' },
      /not a public address/,
    ],
    [
      'a token endpoint on another server that is public',
      { token_endpoint: 'http://localhost:1/token' },
      /client secret/,
    ],
    ['keys that cannot be read', { jwks_uri: 'http://127.0.0.1:1/keys' }, /keys cannot be fetched/],
    [
      'keys on an unknown host',
      { jwks_uri: 'https://keys.invalid/keys' },
      /keys\.invalid cannot be resolved/,
    ],
    [
      'a userinfo on an unknown host',
      { userinfo_endpoint: 'https://me.invalid/me' },
      /userDataUrl cannot be used: me\.invalid/,
    ],
    [
      'no algorithm that is accepted',
      { id_token_signing_alg_values_supported: ['HS256', 'none'] },
      /no signature algorithm that is accepted, only HS256, none/,
    ],
  ])('changes nothing if it names %s, and the settings say why', async (_, discovery, reason) => {
    await connectOidcTenant(latchkey, tenant, provider);
    const before = await dayWith({});
    const { oidc, reading } = await dayWith(discovery);
    expect(oidc).toEqual(before.oidc);
    expect(reading.failure).toMatch(reason);
    expect(reading.readTime).toBe(before.reading.readTime);
  });

  test('moves no token endpoint to another server if a client secret was entered meanwhile', async () => {
    await connectOidcTenant(latchkey, tenant, provider, { clientSecret: '' });
    const other = await startOpenIdProvider(latchkey);
    onTestFinished(() => other.close());
    const { context: ctx } = latchkey;
    const settings = { clientId: 'latchkey', clientSecret: 'secret', issuer: provider.issuer };
    const whileReading: OutboundFetch = async (...request) => {
      const saved = await latchkey.manage('POST', '/v1/mgmt/sso/oidc', {
        tenantId: tenant,
        settings: { ...settings, name: 'Corp', redirectUrl: 'http://127.0.0.1:9/app' },
      });
      expect(saved.status).toBe(200);
      provider.faults.discovery = { token_endpoint: `${other.issuer}/token` };
      return ctx.fetch(...request);
    };
    await readAgain({ ...ctx, fetch: whileReading }, await requireConfigured(ctx, tenant), {
      cause: 'requested',
    });
    const { body } = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`);
    expect(body.oidc.tokenUrl).toBe(`${provider.issuer}/token`);
  });

  test('is not read for a connection that was set up by hand', async () => {
    await connectOidcTenant(latchkey, tenant, provider, {
      authUrl: `${provider.issuer}/authorize`,
      tokenUrl: `${provider.issuer}/token`,
      JWKsUrl: `${provider.issuer}/jwks`,
    });
    const { reading } = await dayWith({});
    expect(reading).toMatchObject({ address: '', readTime: 0, failureTime: 0 });
  });
});
