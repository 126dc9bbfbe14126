import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FormBrowser } from '../../../../test/browser.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import {
  connectOidcTenant,
  OidcBrowser,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../test/openid-provider.ts';
import { demandIn, enrolAwaited, setPolicy } from '../../../../test/sign-in-policy.ts';
import { multiFactorAcr, multiFactorContexts } from './asserted-factors.ts';

let latchkey: Latchkey;
let idp: IdentityProvider;
let provider: OpenIdProvider;
let people = 0;

const always = { when: 'always', methods: ['totp', 'passkey'] };

beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.corp.example/metadata');
  provider = await startOpenIdProvider(latchkey);
  await connectTenant(latchkey, 'saml', idp, {}, { domains: ['corp.example'] });
  await connectOidcTenant(latchkey, 'oidc', provider);
});
afterAll(async () => {
  provider.close();
  await latchkey.close();
});

const exchange = (code: string | undefined) =>
  latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code } });

/** Signs in a new user by SAML, up to the exchange. `authnContext`: how the provider says that they signed in. */
async function bySaml(authnContext?: string) {
  const browser = new SsoBrowser(latchkey);
  const request = await browser.start('saml');
  people += 1;
  const nameId = `person${people}@corp.example`;
  const changes = { nameId, ...(authnContext && { authnContext }) };
  const answer = await browser.post(request.acsUrl, await idp.respond(request, changes));
  return { request, answer: await exchange(codeOf(answer)) };
}

async function byOidc(claims: Record<string, unknown> = {}) {
  const browser = new OidcBrowser(latchkey);
  const url = await browser.start('oidc');
  people += 1;
  const email = `person${people}@oidc.example`;
  const person = { sub: email, email, email_verified: true, ...claims };
  const answer = await browser.get(await provider.signIn(url, person));
  return { url: new URL(url), answer: await exchange(codeOf(answer)) };
}

describe('where the identity provider is trusted', () => {
  beforeAll(() => setPolicy(latchkey, always));

  test('its sign-in is enough, and it is asked for nothing', async () => {
    const { request, answer } = await bySaml();
    expect(request.authnContexts).toEqual([]);
    expect(answer.body.claims.amr).toEqual(['fed']);
    const { url } = await byOidc();
    expect(url.searchParams.has('acr_values')).toBe(false);
  });
});

describe('where the identity provider must assert more than one factor', () => {
  beforeAll(() => setPolicy(latchkey, always, { sso: 'asserted' }));

  test('a SAML provider is asked for it, and its class counts', async () => {
    const [first = '', second = ''] = multiFactorContexts;
    for (const authnContext of [first, second]) {
      const { request, answer } = await bySaml(authnContext);
      expect(request.authnContexts).toEqual(multiFactorContexts);
      expect(answer.body.claims.amr).toEqual(['fed', 'mfa']);
    }
  });

  test('an OpenID provider is asked for it, and `amr` or `acr` counts', async () => {
    for (const claims of [{ amr: ['pwd', 'mfa'] }, { acr: multiFactorAcr[0] }]) {
      const { url, answer } = await byOidc(claims);
      expect(url.searchParams.get('acr_values')).toBe(multiFactorAcr.join(' '));
      expect(answer.body.claims.amr).toEqual(['fed', 'mfa']);
    }
  });

  test('a sign-in without it needs a second factor of ours', async () => {
    const demand = demandIn((await bySaml()).answer);
    expect(demand).toMatchObject({ methods: ['totp', 'passkey'], enrol: true });
    const { answer } = await enrolAwaited(latchkey, { loginId: `person${people}@corp.example` }, demand);
    expect(answer.body.claims).toMatchObject({ amr: ['fed', 'totp', 'mfa'], dct: 'saml' });
  });

  test.each([{}, { amr: ['pwd'] }, { amr: 'mfa' }, { acr: '1' }, { acr: ['x'] }])(
    'an OpenID provider that says %j has not asserted it',
    async (claims) => {
      provider.faults.userInfo = { amr: ['mfa'], acr: multiFactorAcr[0] };
      expect(demandIn((await byOidc(claims)).answer)).toMatchObject({ enrol: true });
    },
  );

  test('our own pages ask for the second factor when the browser returns', async () => {
    const back = 'https://app.example.com/callback';
    await latchkey.manage('POST', '/v1/mgmt/project/settings', { redirectUrls: [back] });
    const pages = new FormBrowser(latchkey);
    const at = (step: string) =>
      `/login/${latchkey.projectId}${step}?redirectUrl=${encodeURIComponent(back)}`;
    await pages.get(at(''));
    const sso = await pages.submit(at(''), { loginId: 'zoe@corp.example' });
    const { location } = await pages.post(sso.path, {});
    const browser = new SsoBrowser(latchkey);
    const request = await browser.open(location);
    const answer = await browser.post(
      request.acsUrl,
      await idp.respond(request, { nameId: 'zoe@corp.example' }),
    );
    const returned = (answer.headers.get('location') ?? '').replace(latchkey.service.baseUrl, '');
    expect(returned).toContain(at('/sso'));
    expect((await pages.get(returned)).location).toBe(at('/add-factor'));
  });
});
