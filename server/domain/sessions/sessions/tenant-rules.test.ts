import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import {
  claimsOf,
  createPasswordUser,
  enrolTotp,
  type PasswordUser,
  refresh,
  signInByPassword,
  verifyTotp,
  withToken,
} from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
let idp: IdentityProvider;
beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.corp.example/metadata');
});
afterAll(() => latchkey.close());

let count = 0;
async function createTenant(): Promise<string> {
  const id = `tenant-${++count}`;
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id, name: id });
  return id;
}

const configure = (tenantId: string, settings: Record<string, unknown>) =>
  latchkey.manage('POST', '/v1/mgmt/tenant/settings', { tenantId, ...settings });
const memberOf = (...tenantIds: string[]) =>
  createPasswordUser(latchkey, { userTenants: tenantIds.map((tenantId) => ({ tenantId })) });

const day = 86_400_000;
const lifetimeOf = (jwt: string) => claimsOf(jwt).exp - claimsOf(jwt).iat;

describe('lifetimes of a tenant', () => {
  let tenantId: string;
  let user: PasswordUser;
  beforeEach(async () => {
    tenantId = await createTenant();
    user = await memberOf(tenantId);
  });

  test("apply to its members if they are shorter than the project's", async () => {
    await configure(tenantId, {
      enabled: true,
      sessionTokenExpiration: 4,
      sessionTokenExpirationUnit: 'minutes',
      refreshTokenExpiration: 2,
      refreshTokenExpirationUnit: 'days',
    });
    const { body } = await signInByPassword(latchkey, user);
    expect(lifetimeOf(body.sessionJwt)).toBe(240);
    expect(lifetimeOf(body.refreshJwt)).toBe(2 * 86_400);
    const stranger = await createPasswordUser(latchkey);
    const other = await signInByPassword(latchkey, stranger);
    expect(lifetimeOf(other.body.sessionJwt)).toBe(600);
  });

  test('never extend those of the project', async () => {
    await configure(tenantId, {
      enabled: true,
      sessionTokenExpiration: 5,
      sessionTokenExpirationUnit: 'hours',
      refreshTokenExpiration: 50,
      refreshTokenExpirationUnit: 'weeks',
      enableInactivity: true,
      inactivityTime: 9_007_199_254_740_991,
      inactivityTimeUnit: 'weeks',
    });
    const { body } = await signInByPassword(latchkey, user);
    expect(lifetimeOf(body.sessionJwt)).toBe(600);
    expect(lifetimeOf(body.refreshJwt)).toBe(14 * 86_400);
  });

  test('apply only while they are enabled', async () => {
    await configure(tenantId, { sessionTokenExpiration: 4, sessionTokenExpirationUnit: 'minutes' });
    const { body } = await signInByPassword(latchkey, user);
    expect(lifetimeOf(body.sessionJwt)).toBe(600);
    await configure(tenantId, { enabled: true });
    const refreshed = await refresh(latchkey, body.refreshJwt);
    expect(lifetimeOf(refreshed.body.sessionJwt)).toBe(240);
    await configure(tenantId, { enabled: false });
    const later = await refresh(latchkey, refreshed.body.refreshJwt);
    expect(lifetimeOf(later.body.sessionJwt)).toBe(600);
  });

  test('end a session absolutely, however steady the use', async () => {
    await configure(tenantId, {
      enabled: true,
      refreshTokenExpiration: 3,
      refreshTokenExpirationUnit: 'days',
    });
    let token = (await signInByPassword(latchkey, user)).body.refreshJwt;
    for (let i = 0; i < 3; i++) {
      const { status, body } = await refresh(latchkey, token);
      expect(status).toBe(200);
      token = body.refreshJwt;
      latchkey.advance(day);
    }
    expect((await refresh(latchkey, token)).status).toBe(401);
  });

  test('end older sessions at their next refresh when they are shortened', async () => {
    const { body } = await signInByPassword(latchkey, user);
    latchkey.advance(2 * day);
    await configure(tenantId, {
      enabled: true,
      refreshTokenExpiration: 1,
      refreshTokenExpirationUnit: 'days',
    });
    expect((await refresh(latchkey, body.refreshJwt)).body.errorCode).toBe('E064001');
    const { sessions } = (
      await latchkey.manage('POST', '/v1/mgmt/user/sessions', { identifier: user.loginId })
    ).body;
    expect(sessions).toEqual([]);
  });

  test('with a shorter idle time end sessions at their next refresh, however often it is tried', async () => {
    const { body } = await signInByPassword(latchkey, user);
    latchkey.advance(2 * day);
    await configure(tenantId, {
      enabled: true,
      enableInactivity: true,
      inactivityTime: 1,
      inactivityTimeUnit: 'days',
    });
    for (let i = 0; i < 2; i++) {
      expect((await refresh(latchkey, body.refreshJwt)).body.errorCode).toBe('E064001');
    }
    const select = { tenant: tenantId };
    const selected = await withToken(latchkey, 'POST', '/v1/auth/tenant/select', body.refreshJwt, select);
    expect(selected.body.errorCode).toBe('E064001');
  });

  test('end a session that was idle for longer than the tenant allows', async () => {
    await configure(tenantId, {
      enabled: true,
      enableInactivity: true,
      inactivityTime: 20,
      inactivityTimeUnit: 'minutes',
    });
    const { body } = await signInByPassword(latchkey, user);
    latchkey.advance(19 * 60_000);
    const active = await refresh(latchkey, body.refreshJwt);
    expect(active.status).toBe(200);
    latchkey.advance(21 * 60_000);
    expect((await refresh(latchkey, active.body.refreshJwt)).status).toBe(401);
  });

  test("are the strictest of all the user's tenants: selecting another one extends nothing", async () => {
    const lenient = await createTenant();
    await configure(tenantId, {
      enabled: true,
      sessionTokenExpiration: 3,
      sessionTokenExpirationUnit: 'minutes',
    });
    await configure(lenient, {
      enabled: true,
      sessionTokenExpiration: 8,
      sessionTokenExpirationUnit: 'minutes',
    });
    const both = await memberOf(tenantId, lenient);
    const { body } = await signInByPassword(latchkey, both);
    const selected = await withToken(latchkey, 'POST', '/v1/auth/tenant/select', body.refreshJwt, {
      tenant: lenient,
    });
    expect(selected.body.claims.dct).toBe(lenient);
    expect(lifetimeOf(selected.body.sessionJwt)).toBe(180);
  });

  test('apply to step-up, too', async () => {
    await configure(tenantId, {
      enabled: true,
      stepupTokenExpiration: 2,
      stepupTokenExpirationUnit: 'minutes',
    });
    const { body: before } = await signInByPassword(latchkey, user);
    const { body } = await signInByPassword(latchkey, user, { stepup: true }, before.refreshJwt);
    expect([body.claims.su, lifetimeOf(body.sessionJwt)]).toEqual([true, 120]);
    latchkey.advance(121_000);
    expect((await refresh(latchkey, body.refreshJwt)).body.claims.su).toBeUndefined();
  });
});

describe('a tenant that enforces SSO', () => {
  let tenantId: string;
  beforeEach(async () => {
    tenantId = `sso-${++count}`;
    await connectTenant(latchkey, tenantId, idp);
  });

  const enforce = () => configure(tenantId, { enforceSSO: true });

  async function signInBySso(tenant: string, nameId: string) {
    const browser = new SsoBrowser(latchkey);
    const request = await browser.start(tenant);
    const answer = await browser.post(request.acsUrl, await idp.respond(request, { nameId }));
    return latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code: codeOf(answer) } });
  }

  test('refuses other sign-in methods to its members, and only to them', async () => {
    const user = await memberOf(tenantId);
    const { body } = await signInByPassword(latchkey, user);
    const code = await enrolTotp(latchkey, user, body.refreshJwt);
    await enforce();
    const { loginId } = user;
    const refused = [
      await signInByPassword(latchkey, user),
      await verifyTotp(latchkey, { loginId, code: code() }),
      await signInByPassword(latchkey, user, { mfa: true }, body.refreshJwt),
      await latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId }),
      await latchkey.manage('POST', '/v1/mgmt/auth/signup-in', { loginId }),
    ];
    for (const answer of refused) expect([answer.status, answer.body.errorCode]).toEqual([403, 'E064005']);
    expect((await signInByPassword(latchkey, await createPasswordUser(latchkey))).status).toBe(200);
    // Existing sessions continue; administrators can end them.
    expect((await refresh(latchkey, body.refreshJwt)).status).toBe(200);
  });

  test('reveals this only to a caller with the password', async () => {
    const user = await memberOf(tenantId);
    await enforce();
    const wrong = await signInByPassword(latchkey, { ...user, password: 'not this one' });
    expect(wrong.body.errorCode).toBe('E062903');
  });

  test('lets them in through its identity provider and lets them add factors to that session', async () => {
    await enforce();
    const { status, body } = await signInBySso(tenantId, `p${++count}@corp.example`);
    expect([status, body.claims.dct]).toEqual([200, tenantId]);
    const loginId = body.user.loginIds[0];
    const { body: enrolment } = await withToken(latchkey, 'POST', '/v1/auth/totp/update', body.refreshJwt, {
      loginId,
    });
    expect(enrolment.key).toBeTypeOf('string');
    const password = 'Correct horse battery 7';
    await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password });
    const added = await signInByPassword(latchkey, { loginId, password }, { mfa: true }, body.refreshJwt);
    expect(added.body.claims.amr).toEqual(['fed', 'pwd', 'mfa']);
  });

  test('does not trust the identity provider of another tenant that does not enforce it', async () => {
    const rogue = `sso-${++count}`;
    await connectTenant(latchkey, rogue, idp);
    const nameId = `p${++count}@corp.example`;
    const { body } = await signInBySso(rogue, nameId);
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', {
      loginId: body.user.loginIds[0],
      tenantId,
    });
    expect((await signInBySso(rogue, nameId)).status).toBe(200);
    await enforce();
    expect((await signInBySso(rogue, nameId)).body.errorCode).toBe('E064005');
  });

  test('no longer does so after the setting is turned off', async () => {
    const user = await memberOf(tenantId);
    await enforce();
    expect((await signInByPassword(latchkey, user)).status).toBe(403);
    await latchkey.manage('POST', '/v1/mgmt/tenant/update', { id: tenantId, name: `Tenant ${tenantId}` });
    expect((await signInByPassword(latchkey, user)).status).toBe(200);
  });
});
