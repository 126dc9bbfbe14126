import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import {
  connectOidcTenant,
  type OpenIdFaults,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/openid-provider.ts';
import { readDueProviders } from './read-daily.ts';

let latchkey: Latchkey;
let provider: OpenIdProvider;
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
    await dayWith({});
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
  ])('changes nothing if it names %s, and the settings say why', async (_, discovery, reason) => {
    await connectOidcTenant(latchkey, tenant, provider);
    const before = await dayWith({});
    const { oidc, reading } = await dayWith(discovery);
    expect(oidc).toEqual(before.oidc);
    expect(reading.failure).toMatch(reason);
    expect(reading.readTime).toBe(before.reading.readTime);
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
