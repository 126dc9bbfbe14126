import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  errorOf,
} from '../../../../../test/identity-provider.ts';
import { oidcRounds } from '../../../../../test/oidc-rounds.ts';
import {
  connectOidcTenant,
  OidcBrowser,
  type OpenIdFaults,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/openid-provider.ts';

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

const { person, round, exchange, signIn } = oidcRounds(() => ({
  latchkey,
  provider,
  browser,
  tenant,
  counter,
}));

describe('a round', () => {
  test('creates the user in the tenant, and the code is exchanged for a session', async () => {
    await connectOidcTenant(latchkey, tenant, provider, {}, { domains: [`corp${counter}.example`] });
    const { status, body } = await signIn(person({ given_name: 'Ann' }));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.firstSeen).toBe(true);
    expect(body.claims).toMatchObject({ amr: ['fed'], dct: tenant, tenants: { [tenant]: { roles: [] } } });
    expect(body.user).toMatchObject({
      name: 'Ann',
      email: `ann@corp${counter}.example`,
      verifiedEmail: true,
      SAML: false,
      saml: false,
      OIDC: true,
    });
    expect(body.idpResponse).toMatchObject({
      idpGroups: ['staff'],
      idpOIDCClaims: { iss: provider.issuer, sub: `sub-${counter}`, name: 'Ann' },
    });
    expect(body.idpResponse.idpOIDCClaims).not.toHaveProperty('nonce');
    expect(body.tenantSSOID).toBe('default_ssoid');
    const again = await signIn(person({ email: `renamed@corp${counter}.example` }));
    expect(again.body).toMatchObject({ firstSeen: false, user: { userId: body.user.userId } });
  });

  test('sends PKCE, a nonce, and a callback address of this connection only', async () => {
    await connectOidcTenant(latchkey, tenant, provider, { scope: ['email'], prompt: ['consent'] });
    const { searchParams } = new URL(await browser.start(tenant, { loginHint: 'ann@x.example' }));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'latchkey',
      scope: 'openid email',
      prompt: 'consent',
      login_hint: 'ann@x.example',
      code_challenge_method: 'S256',
      redirect_uri: `${latchkey.baseUrl}/v1/auth/sso/oidc/callback/${latchkey.projectId}/${tenant}/default_ssoid`,
    });
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(searchParams.get('nonce')).toMatch(/^[\w-]{43}$/);
  });

  test('is found by an address of the tenant’s domain, on both families of paths', async () => {
    await connectOidcTenant(latchkey, tenant, provider, {}, { domains: [`corp${counter}.example`] });
    const text = encodeURIComponent(`Bob@corp${counter}.example`);
    const { body } = await latchkey.request('POST', `/v1/auth/saml/authorize?tenant=${text}`, {});
    const asked = (await browser.get(body.url)).headers.get('location') ?? '';
    const code = codeOf(await browser.get(await provider.signIn(asked, person())));
    expect((await exchange(code, '/v1/auth/oauth/exchange')).status).toBe(200);
    expect((await exchange(code)).status).toBe(401);
  });

  test('maps claims and groups: one text is one group, names with dots lead into objects', async () => {
    const role = `Boss ${counter}`;
    await latchkey.manage('POST', '/v1/mgmt/role/create', { name: role });
    await connectOidcTenant(latchkey, tenant, provider, {
      userAttrMapping: { loginId: 'upn', name: 'full', group: 'realm.roles' },
      roleMappings: [{ roleName: role, groups: ['bosses'] }],
    });
    const claims = person({ upn: `u${counter}`, full: 'Ann B.', realm: { roles: 'bosses' } });
    const { body } = await signIn(claims);
    expect(body.user).toMatchObject({ loginIds: [`u${counter}`], name: 'Ann B.' });
    expect(body.claims.tenants[tenant].roles).toEqual([role]);
    const without = await signIn({ ...claims, realm: { roles: ['others'] } });
    expect(without.body.claims.tenants[tenant].roles).toEqual([]);
  });

  test('reads from the userinfo what the ID token leaves out', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    provider.faults.userInfo = { email: `ui${counter}@corp.example`, groups: ['from-userinfo'] };
    const { body } = await signIn({ sub: `sub-${counter}` });
    expect(body.user.email).toBe(`ui${counter}@corp.example`);
    expect(body.idpResponse.idpGroups).toEqual(['from-userinfo']);
    provider.faults.userInfo = { sub: 'somebody-else' };
    expect(errorOf(await round({ sub: `sub-${counter}` }))).toMatch(/cannot be accepted/);
  });

  test('trusts addresses of the tenant’s domains only, unless the provider calls them unverified', async () => {
    await connectOidcTenant(latchkey, tenant, provider, {}, { domains: [`corp${counter}.example`] });
    const verifiedOf = async (claims: Record<string, unknown>) =>
      (await signIn(claims)).body.user.verifiedEmail;
    expect(
      await verifiedOf(person({ email: `a@else${counter}.example`, email_verified: true, sub: 'a' })),
    ).toBe(false);
    expect(await verifiedOf(person({ email_verified: false, sub: `b-${counter}` }))).toBe(false);
  });

  test('is accepted by a tenant that requires its SSO', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    await latchkey.manage('POST', '/v1/mgmt/tenant/settings', { tenantId: tenant, enforceSSO: true });
    expect((await signIn()).status).toBe(200);
  });

  test('requires a new sign-in only on request, and then checks that there was one', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    const asked = await browser.start(tenant, { forceAuthn: 'true' });
    expect(Object.fromEntries(new URL(asked).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    const now = Math.floor(latchkey.service.now() / 1000);
    expect(errorOf(await round(person(), { forceAuthn: 'true' }))).toMatch(/auth_time/);
    expect(errorOf(await round(person({ auth_time: now - 600 }), { forceAuthn: 'true' }))).toMatch(
      /auth_time/,
    );
    expect(codeOf(await round(person({ auth_time: now }), { forceAuthn: 'true' }))).toBeTypeOf('string');
  });

  test('refuses another user than the one who started', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    const initiatedEmail = `bob@corp${counter}.example`;
    expect(errorOf(await round(person(), { initiatedEmail }))).toMatch(/different user signed in/);
  });

  test('goes to allowed addresses only', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    for (const redirectURL of [
      'https://evil.example/',
      '//evil.example',
      'http://127.0.0.1:9@evil.example/',
    ]) {
      const query = new URLSearchParams({ tenant, redirectURL });
      const answer = await latchkey.request('POST', `/v1/auth/sso/authorize?${query}`, { body: {} });
      expect(answer.body.errorCode, redirectURL).toBe('E067101');
    }
  });
});

describe('the boundary of the tenant', () => {
  test('an address outside the connection’s domains signs in no user of the project', async () => {
    const email = `ann@corp${counter}.example`;
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: email, email, verifiedEmail: true });
    await connectOidcTenant(latchkey, tenant, provider, {}, { domains: [`other${counter}.example`] });
    for (const email_verified of [true, false, undefined]) {
      expect(errorOf(await round(person({ email_verified })))).toMatch(/already exists/);
    }
  });

  test('the same subject of the same provider is two users in two tenants', async () => {
    await connectOidcTenant(latchkey, tenant, provider, { userAttrMapping: { loginId: 'a' } });
    const first = await signIn(person({ a: `a-${counter}` }));
    const other = `${tenant}-b`;
    await connectOidcTenant(latchkey, other, provider, { userAttrMapping: { loginId: 'b' } });
    const asked = await browser.start(other);
    const claims = person({ b: `b-${counter}` });
    const second = await exchange(codeOf(await browser.get(await provider.signIn(asked, claims))));
    expect(second.body.user.userId).not.toBe(first.body.user.userId);
    expect(Object.keys(second.body.claims.tenants)).toEqual([other]);
  });

  test('another issuer of the same connection has other users', async () => {
    await connectOidcTenant(latchkey, tenant, provider, { userAttrMapping: { loginId: 'l' } });
    const first = await signIn(person({ l: `l1-${counter}` }));
    const next = await startOpenIdProvider(latchkey);
    await latchkey.manage('POST', '/v1/mgmt/sso/oidc', {
      tenantId: tenant,
      settings: {
        clientId: 'latchkey',
        clientSecret: 'secret',
        issuer: next.issuer,
        redirectUrl: 'http://127.0.0.1:9/app',
        userAttrMapping: { loginId: 'l' },
      },
    });
    const asked = await browser.start(tenant);
    const answer = await browser.get(await next.signIn(asked, person({ l: `l2-${counter}` })));
    const second = await exchange(codeOf(answer));
    expect(second.body.user.userId).not.toBe(first.body.user.userId);
    next.close();
  });

  test('a SAML answer is void for a connection that has become OIDC', async () => {
    const idp = await createIdentityProvider(latchkey, `https://idp${counter}.example`);
    await connectTenant(latchkey, tenant, idp, { allowIdpInitiated: true });
    await latchkey.manage('POST', '/v1/mgmt/sso/oidc', {
      tenantId: tenant,
      settings: { clientId: 'latchkey', clientSecret: 'secret', issuer: provider.issuer },
    });
    const acsUrl = `${latchkey.baseUrl}/v1/auth/saml/acs?projectId=${latchkey.projectId}&tenantId=${tenant}`;
    const xml = await idp.respond({
      id: undefined,
      issuer: acsUrl.replace('acs', 'metadata').replace('tenantId', 'tenant'),
      acsUrl,
    });
    const posted = await latchkey.request('POST', acsUrl.replace(latchkey.baseUrl, ''), {
      bearer: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      rawBody: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString(),
    });
    expect(posted.status).toBe(400);
    expect(codeOf(await round())).toBeTypeOf('string');
  });
});
