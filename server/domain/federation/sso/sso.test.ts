import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  errorOf,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import type { IdpResponseInput } from '../../../protocols/saml/idp-response.ts';

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

function exchange(code: unknown, path = '/v1/auth/sso/exchange'): Promise<Answer> {
  return latchkey.request('POST', path, { body: { code } });
}

/** Runs a sign-in in one browser, with `changes` to the identity provider's answer. */
async function round(changes: Partial<IdpResponseInput> = {}, parameters: Record<string, string> = {}) {
  const request = await browser.start(tenant, parameters);
  return browser.post(request.acsUrl, await idp.respond(request, changes));
}

/** Returns a person for a single test, because login IDs are unique in the project. */
function person(name = 'alice'): Partial<IdpResponseInput> {
  return { nameId: `${name}.${counter}@corp.example` };
}

async function signIn(changes: Partial<IdpResponseInput> = person()): Promise<Answer> {
  const code = codeOf(await round(changes));
  expect(code).toBeTypeOf('string');
  return exchange(code);
}

async function lastFailure(): Promise<{ kind: string; reason: string }> {
  const row = await latchkey.service.db
    .selectFrom('auditEvents')
    .select('data')
    .where('projectId', '=', latchkey.projectId)
    .where('action', '=', 'LoginFailed')
    .orderBy('occurredAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.data);
}

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

describe('the code', () => {
  beforeEach(() => connectTenant(latchkey, tenant, idp));

  test('is exchanged once, on either path, even if many requests come at once', async () => {
    const code = codeOf(await round(person()));
    const other = await latchkey.startAnother();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? other : latchkey).request('POST', `/v1/auth/${i % 3 ? 'sso' : 'saml'}/exchange`, {
          body: { code },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.errorCode))).toEqual(
      new Set(['E067102']),
    );
    await other.close();
  });

  test('lives for a minute', async () => {
    const code = codeOf(await round(person()));
    latchkey.advance(60_001);
    expect((await exchange(code)).status).toBe(401);
  });

  test('does not work in another project, and still works in its own', async () => {
    const code = codeOf(await round(person()));
    const { projectId } = await latchkey.addProject();
    const foreign = await latchkey.request('POST', '/v1/auth/sso/exchange', {
      bearer: projectId,
      body: { code },
    });
    expect(foreign.status).toBe(401);
    expect((await exchange(code)).status).toBe(200);
  });

  test('that is unknown, empty or of a wrong type is refused', async () => {
    const unknown = await exchange('x'.repeat(43));
    expect([unknown.status, unknown.body.errorCode]).toEqual([401, 'E067102']);
    expect((await exchange('')).body).toEqual(unknown.body);
    for (const code of [undefined, null, 1, ['x'], {}, 'x'.repeat(10_000)]) {
      expect((await exchange(code)).status, String(code)).toBe(400);
    }
  });

  test('is stored as a hash', async () => {
    const code = codeOf(await round(person()));
    const rows = await latchkey.service.db
      .selectFrom('exchangeCodes')
      .selectAll()
      .where('projectId', '=', latchkey.projectId)
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

describe('an answer is refused, and there is no code, if', () => {
  beforeEach(() => connectTenant(latchkey, tenant, idp));

  const now = () => latchkey.service.now();
  const cases: [string, string, () => Partial<IdpResponseInput>][] = [
    ['nothing in it is signed', 'signature', () => ({ sign: 'none' })],
    ['it is for another service provider', 'audience', () => ({ audience: 'https://other.example' })],
    [
      'its audience only starts like ours',
      'audience',
      () => ({ audience: `${latchkey.baseUrl}/v1/auth/saml/meta` }),
    ],
    ['its recipient is another address', 'recipient', () => ({ recipient: 'https://other.example/acs' })],
    [
      'its destination is another address',
      'destination',
      () => ({ destination: 'https://other.example/acs', sign: 'response' }),
    ],
    ['it comes from another identity provider', 'issuer', () => ({ issuer: 'https://evil.example' })],
    ['it has expired', 'expired', () => ({ notBefore: now() - 300_000, notOnOrAfter: now() - 61_000 })],
    [
      'it is not valid yet',
      'not-yet-valid',
      () => ({ notBefore: now() + 121_000, notOnOrAfter: now() + 300_000 }),
    ],
    ['it answers another request', 'in-response-to', () => ({ inResponseTo: '_other' })],
    ['it answers no request', 'in-response-to', () => ({ inResponseTo: undefined })],
  ];
  test.each(cases)('%s', async (_words, kind, changes) => {
    const answer = await round({ ...person(), ...changes() });
    expect(codeOf(answer)).toBeUndefined();
    expect(answer.status).toBeGreaterThanOrEqual(300);
    expect((await lastFailure()).kind).toBe(kind);
    expect(errorOf(answer)).toContain((await lastFailure()).reason);
  });

  test('another key has signed it, whatever certificate it carries', async () => {
    const stranger = await createIdentityProvider(latchkey, idp.entityId);
    const request = await browser.start(tenant);
    const answer = await browser.post(request.acsUrl, await stranger.respond(request, person()));
    expect(codeOf(answer)).toBeUndefined();
    expect((await lastFailure()).kind).toBe('signature');
  });

  test('it was used before, even across a restart', async () => {
    const request = await browser.start(tenant);
    const xml = await idp.respond(request, person());
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeTypeOf('string');
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeUndefined();
    const other = await latchkey.startAnother();
    const later = new SsoBrowser(other);
    later.cookie = browser.cookie;
    const path = request.acsUrl.replace(latchkey.baseUrl, other.baseUrl);
    expect(codeOf(await later.post(path, xml))).toBeUndefined();
    await other.close();
  });

  test('it is posted twice at once, except for one', async () => {
    const request = await browser.start(tenant);
    const xml = await idp.respond(request, person());
    const answers = await Promise.all(Array.from({ length: 6 }, () => browser.post(request.acsUrl, xml)));
    expect(answers.filter((answer) => codeOf(answer))).toHaveLength(1);
  });

  test('another browser brings it', async () => {
    const request = await browser.start(tenant);
    const stranger = new SsoBrowser(latchkey);
    const answer = await stranger.post(request.acsUrl, await idp.respond(request, person()));
    expect(codeOf(answer)).toBeUndefined();
    expect((await lastFailure()).kind).toBe('browser');
  });

  test('the start URL was opened in another browser first', async () => {
    const { body } = await latchkey.request('POST', `/v1/auth/sso/authorize?tenant=${tenant}`, { body: {} });
    await browser.open(body.url);
    expect((await new SsoBrowser(latchkey).get(body.url)).status).toBe(400);
    expect((await browser.get(body.url)).status).toBe(303);
  });

  test('the sign-in began more than ten minutes ago', async () => {
    const request = await browser.start(tenant);
    latchkey.advance(10 * 60_000 + 1);
    expect((await browser.post(request.acsUrl, await idp.respond(request, person()))).status).toBe(400);
  });

  test('the connection was removed or the tenant disabled meanwhile', async () => {
    const request = await browser.start(tenant);
    const xml = await idp.respond(request, person());
    await latchkey.manage('POST', '/v1/mgmt/tenant/update', {
      id: tenant,
      name: `Tenant ${tenant}`,
      disabled: true,
    });
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeUndefined();
    await latchkey.manage('POST', '/v1/mgmt/tenant/update', {
      id: tenant,
      name: `Tenant ${tenant}`,
      disabled: false,
    });
    await latchkey.manage('DELETE', `/v1/mgmt/sso/settings?tenantId=${tenant}`);
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeUndefined();
  });

  test('the user is disabled', async () => {
    const { body } = await signIn();
    await latchkey.service.db
      .updateTable('users')
      .set({ status: 'disabled' })
      .where('projectId', '=', latchkey.projectId)
      .where('id', '=', body.user.userId)
      .execute();
    expect(codeOf(await round(person()))).toBeUndefined();
    expect((await lastFailure()).reason).toBe('The user is disabled.');
  });

  test('the NameID is transient', async () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    expect(codeOf(await round({ ...person(), nameIdFormat, attributes: {} }))).toBeUndefined();
    expect((await lastFailure()).kind).toBe('subject');
  });

  test('no sign-in was started', async () => {
    const request = await browser.start(tenant);
    const xml = await idp.respond({ ...request, id: undefined }, person());
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeUndefined();
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

test('a hostile answer is refused quickly and shown escaped', async () => {
  await connectTenant(latchkey, tenant, idp);
  const request = await browser.start(tenant);
  const hostile = [
    '<!DOCTYPE x [<!ENTITY a "b">]><x/>',
    `<x>${'<a>'.repeat(70)}${'</a>'.repeat(70)}</x>`,
    `<x>${'<a/>'.repeat(6_000)}</x>`,
    '<x>'.padEnd(200_000, 'a'),
    '<script>alert(1)</script>',
    '',
  ];
  for (const xml of hostile) {
    const answer = await browser.post(request.acsUrl, xml, '');
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain('<script>alert');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

test('the reason of a failed sign-in is stored for the connection', async () => {
  await connectTenant(latchkey, tenant, idp);
  const answer = await round({ ...person(), audience: 'https://elsewhere.example' });
  const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/failures?tenantId=${tenant}`);
  expect(body.failures).toMatchObject([{ protocol: 'saml', kind: 'audience', reason: errorOf(answer) }]);
});
