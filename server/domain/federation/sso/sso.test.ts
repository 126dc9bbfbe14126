import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import { samlRounds } from '../../../../test/saml-rounds.ts';

let latchkey: Latchkey;
let idp: IdentityProvider;
let browser: SsoBrowser;
let tenant: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
});
afterAll(() => latchkey.close());
beforeEach(() => {
  counter += 1;
  tenant = `tenant-${counter}`;
  browser = new SsoBrowser(latchkey);
});

const { exchange, round, person, signIn, lastFailure } = samlRounds(() => ({
  latchkey,
  idp,
  browser,
  tenant,
  counter,
}));

describe('a round', () => {
  test('creates the user in the tenant, and the code is exchanged for a session', async () => {
    await connectTenant(latchkey, tenant, idp, {}, { domains: [`corp${counter}.example`] });
    const { status, body } = await signIn({
      nameId: `alice@corp${counter}.example`,
      attributes: { name: ['Alice Liddell'], givenName: ['Alice'], groups: ['staff'] },
    });
    expect(status).toBe(200);
    expect(body.firstSeen).toBe(true);
    expect(body.claims).toMatchObject({ amr: ['fed'], dct: tenant, tenants: { [tenant]: { roles: [] } } });
    expect(body.user).toMatchObject({
      name: 'Alice Liddell',
      givenName: 'Alice',
      email: `alice@corp${counter}.example`,
      verifiedEmail: true,
      status: 'enabled',
      SAML: true,
    });
    expect(body.idpResponse).toMatchObject({ idpGroups: ['staff'] });
    expect(body.tenantSSOID).toBe('default_ssoid');
  });

  test('signs the same user in the next time', async () => {
    await connectTenant(latchkey, tenant, idp);
    const first = await signIn();
    const second = await signIn();
    expect(second.body.firstSeen).toBe(false);
    expect(second.body.user.userId).toBe(first.body.user.userId);
  });

  test('trusts addresses of the tenant’s own domains only', async () => {
    await connectTenant(latchkey, tenant, idp);
    expect((await signIn()).body.user.verifiedEmail).toBe(false);
  });

  test('grants the roles that the groups are mapped to, and revokes them again', async () => {
    const names = [`admin-${counter}`, `member-${counter}`];
    for (const name of names) await latchkey.manage('POST', '/v1/mgmt/role/create', { name });
    await connectTenant(latchkey, tenant, idp, {
      roleMappings: [{ groups: ['admins'], roleName: names[0] }],
      defaultSSORoles: [names[1]],
    });
    const rolesWith = async (groups: string[]) => {
      const { body } = await signIn({ ...person(), attributes: { groups } });
      return body.claims.tenants[tenant].roles.sort();
    };
    expect(await rolesWith(['staff', 'admins'])).toEqual(names);
    expect(await rolesWith(['staff'])).toEqual([names[1]]);
  });

  test('keeps a role that the groups granted once an administrator has set it', async () => {
    const name = `admin-${counter}`;
    await latchkey.manage('POST', '/v1/mgmt/role/create', { name });
    await connectTenant(latchkey, tenant, idp, { roleMappings: [{ groups: ['admins'], roleName: name }] });
    const signInWith = (groups: string[]) => signIn({ ...person(), attributes: { groups } });
    const { user } = (await signInWith(['admins'])).body;
    await latchkey.manage('POST', '/v1/mgmt/user/update/role/set', {
      loginId: user.loginIds[0],
      tenantId: tenant,
      roleNames: [name],
    });
    const { claims } = (await signInWith(['staff'])).body;
    expect(claims.tenants[tenant].roles).toEqual([name]);
  });

  test('finds the tenant by an address of its domain, and by name', async () => {
    await connectTenant(latchkey, tenant, idp, {}, { domains: [`found${counter}.example`] });
    for (const text of [`Bob@FOUND${counter}.example`, `Tenant ${tenant}`]) {
      const { body } = await latchkey.request(
        'POST',
        `/v1/auth/saml/authorize?tenant=${encodeURIComponent(text)}`,
        {},
      );
      expect(body.url).toContain('/v1/auth/saml/start');
    }
  });

  test('returns to the requested URL and keeps its query', async () => {
    await connectTenant(latchkey, tenant, idp);
    const answer = await round(person(), { redirectURL: 'http://127.0.0.1:3000/cb?state=x%26y#top' });
    const location = new URL(answer.headers.get('location') as string);
    expect(location.searchParams.get('state')).toBe('x&y');
    expect(location.hash).toBe('#top');
    expect(location.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  test('accepts encrypted assertions', async () => {
    await connectTenant(latchkey, tenant, idp);
    const { body } = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`);
    const answer = await round({ ...person(), encryptFor: body.saml.spCertificate });
    expect(codeOf(answer)).toBeTypeOf('string');
  });

  test('keeps the requested custom claims, but no reserved ones', async () => {
    await connectTenant(latchkey, tenant, idp);
    const { body } = await latchkey.request('POST', `/v1/auth/sso/authorize?tenant=${tenant}`, {
      body: { customClaims: { theme: 'dark', roles: ['owner'], sub: 'U0' } },
    });
    const request = await browser.open(body.url);
    const answer = await browser.post(request.acsUrl, await idp.respond(request, person()));
    const { claims } = (await exchange(codeOf(answer))).body;
    expect(claims).toMatchObject({ nsec: { theme: 'dark' }, roles: [] });
    expect(claims.nsec.sub).toBeUndefined();
    expect(claims.sub).toMatch(/^U.{27}$/);
  });
});

describe('a tenant’s identity provider', () => {
  test('never signs in a user whom it did not create', async () => {
    await connectTenant(latchkey, tenant, idp);
    const victim = `victim.${counter}@corp.example`;
    await latchkey.manage('POST', '/v1/mgmt/user/create', {
      loginId: victim,
      userTenants: [{ tenantId: tenant }],
    });
    const before = (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${victim}`)).body;
    expect(codeOf(await round({ nameId: victim.toUpperCase() }))).toBeUndefined();
    expect((await lastFailure()).kind).toBe('user');
    expect((await latchkey.manage('GET', `/v1/mgmt/user?loginId=${victim}`)).body).toEqual(before);
  });

  test('cannot sign in another tenant’s users, nor answer for another tenant', async () => {
    await connectTenant(latchkey, tenant, idp);
    const { body } = await signIn();
    const evil = await createIdentityProvider(latchkey, 'https://idp.evil.example');
    const evilTenant = `${tenant}-evil`;
    await connectTenant(latchkey, evilTenant, evil);

    const own = await browser.start(evilTenant);
    const claimed = await browser.post(own.acsUrl, await evil.respond(own, person()));
    expect(codeOf(claimed)).toBeUndefined();

    const others = await browser.start(tenant);
    const forged = await evil.respond({ ...others, issuer: own.issuer, acsUrl: own.acsUrl }, person());
    expect(codeOf(await browser.post(own.acsUrl, forged))).toBeUndefined();
    const { body: user } = await latchkey.manage('GET', `/v1/mgmt/user?userId=${body.user.userId}`);
    expect(user.user.userTenants.map((one: { tenantId: string }) => one.tenantId)).toEqual([tenant]);
  });

  test('starts a sign-in itself only if that is allowed, and returns to an allowed URL only', async () => {
    await connectTenant(latchkey, tenant, idp, { allowIdpInitiated: true });
    const { issuer, acsUrl } = await browser.start(tenant);
    const start = async (relayState: string) =>
      browser.post(acsUrl, await idp.respond({ id: undefined, issuer, acsUrl }, person()), relayState);
    const targets = [
      '',
      'https://evil.test/',
      '//evil.test',
      'javascript:alert(1)',
      'http://127.0.0.1:9@evil.test/',
    ];
    for (const target of targets) {
      const location = (await start(target)).headers.get('location') ?? '';
      expect(location).toMatch(/^http:\/\/127\.0\.0\.1:9\/app\?code=/);
    }
    const allowed = await start('http://127.0.0.1:4000/deep');
    expect(allowed.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:4000\/deep\?code=/);
  });
});

describe('starting', () => {
  test('is unavailable for unknown tenants, for those without a connection, and for URLs that are not allowed', async () => {
    const start = (query: string) =>
      latchkey.request('POST', `/v1/auth/sso/authorize?${query}`, { body: {} });
    expect((await start('tenant=nobody')).body.errorCode).toBe('E111202');
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: tenant, name: tenant });
    expect((await start(`tenant=${tenant}`)).body.errorCode).toBe('E111302');
    expect((await start('')).body.errorCode).toBe('E011002');
    await connectTenant(latchkey, `${tenant}-b`, idp);
    const urls = [
      'https://evil.test/',
      'javascript:alert(1)',
      'http://127.0.0.1@evil.test',
      'http://127.0.0.1.evil.test/',
      '/\\evil',
      'https:/evil',
      'http://127.0.0.1\t.evil.test',
    ];
    for (const url of urls) {
      const answer = await start(`tenant=${tenant}-b&redirectURL=${encodeURIComponent(url)}`);
      expect([url, answer.body.errorCode]).toEqual([url, 'E067101']);
    }
  });

  test('is configured with the field names of any SDK', async () => {
    await connectTenant(latchkey, tenant, idp);
    for (const name of ['redirectURL', 'redirectUrl']) {
      const query = new URLSearchParams({
        tenant,
        [name]: 'http://localhost:3000/x',
        forceAuthn: 'True',
        ssoId: 'undefined',
      });
      const { status } = await latchkey.request('POST', `/v1/auth/saml/authorize?${query}`, {
        headers: { 'content-type': 'application/json' },
      });
      expect(status).toBe(200);
    }
  });
});
