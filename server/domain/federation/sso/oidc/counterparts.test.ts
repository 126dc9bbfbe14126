import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OidcProvider, startOidcProvider } from '../../../../../test/counterparts/oidc-provider.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { codeOf, errorOf } from '../../../../../test/identity-provider.ts';
import { connectOidcTenant, OidcBrowser } from '../../../../../test/openid-provider.ts';
import { oidcFaults } from '../../../../dev/oidc-faults.ts';

/** Tests complete sign-ins with OpenID providers of other projects. */

let latchkey: Latchkey;
let browser: OidcBrowser;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());
beforeEach(() => {
  browser = new OidcBrowser(latchkey);
});

const exchange = (answer: Answer) =>
  latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code: codeOf(answer) } });

describe('oidc-provider, in another process', () => {
  const tenant = 'real';
  let provider: OidcProvider;
  beforeAll(async () => {
    const path = `/v1/auth/sso/oidc/callback/${latchkey.projectId}/${tenant}/default_ssoid`;
    provider = await startOidcProvider(`${latchkey.baseUrl}${path}`);
    const { clientId, clientSecret } = provider;
    const settings = { clientId, clientSecret, clientAuthMethod: 'client_secret_post' };
    await connectOidcTenant(latchkey, tenant, provider, settings, { domains: ['real.example'] });
  });
  afterAll(() => provider?.stop());

  async function signIn(login: string, parameters: Record<string, string> = {}) {
    const asked = await browser.start('someone@real.example', parameters);
    return browser.get(await provider.signIn(asked, login));
  }

  test('signs a user in, twice, and again on demand', async () => {
    const first = await exchange(await signIn('ada'));
    expect(first.body).toMatchObject({
      firstSeen: true,
      user: { email: 'ada@real.example', verifiedEmail: true, name: 'Real Person' },
      claims: { amr: ['fed'], dct: tenant },
    });
    const again = await exchange(await signIn('ada', { forceAuthn: 'true' }));
    expect(again.body).toMatchObject({ firstSeen: false, user: { userId: first.body.user.userId } });
  });

  test('an address that it calls unverified is not trusted, even in the tenant’s own domain', async () => {
    const { body } = await exchange(await signIn('unverified'));
    expect(body.user).toMatchObject({ email: 'unverified@real.example', verifiedEmail: false });
  });
});

describe('the simulator', () => {
  for (const { id, refused } of oidcFaults) {
    test(`${refused ? 'is refused' : 'succeeds'} with the fault ${id}`, async () => {
      const tenant = `sim-${id}`;
      await connectOidcTenant(latchkey, tenant, { issuer: `${latchkey.baseUrl}/dev/idp/oidc/${tenant}` });
      const { origin, pathname, search } = new URL(await browser.start(tenant));
      const response = await fetch(`${origin}${pathname.replace(/authorize$/, 'answer')}${search}`, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ fault: id }),
      });
      const { url } = (await response.json()) as { url: string };
      const answer = await browser.get(url);
      if (!refused) {
        const { body } = await exchange(answer);
        expect(body.user.email).toBe(`alice@${tenant}.example`);
        expect(body.idpResponse.idpOIDCClaims).toHaveProperty('sub');
        return;
      }
      expect(codeOf(answer)).toBeUndefined();
      expect(errorOf(answer)).not.toBe('');
      const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/failures?tenantId=${tenant}`);
      // An answer with an unknown state cannot be attributed to this connection.
      expect(body.failures).toHaveLength(id === 'wrong-state' ? 0 : 1);
    });
  }
});
