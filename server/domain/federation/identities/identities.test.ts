import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../../client/client.ts';
import { assertedIdentities, refusal } from '../../../../test/asserted-identities.ts';
import { effects } from '../../../../test/effects/effects.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
} from '../../../../test/identity-provider.ts';
import { connectSimulator, exchange, OAuthBrowser } from '../../../../test/oauth-browser.ts';
import type { OpenIdProvider } from '../../../../test/openid-provider.ts';
import { refresh, signInByPassword } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
let idp: IdentityProvider;
let client: ReturnType<typeof createClient>;
let counter = 0;
let tenant: string;
let domain: string;
const password = 'seven green bicycles uphill';
beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
  idp = await createIdentityProvider(latchkey, 'https://idp.ident.example');
  await connectSimulator(latchkey, 'acme');
  const { projectId, managementKey, baseUrl } = latchkey;
  client = createClient({ projectId, managementKey, baseUrl });
  const securityNotices = ['factorAdded', 'factorRemoved'];
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { securityNotices });
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  counter += 1;
  tenant = `t-${counter}`;
  domain = `t${counter}.example`;
  await connectTenant(latchkey, tenant, idp, {}, { domains: [domain] });
});

const { manage, samlRound, signedIn } = assertedIdentities(() => ({
  latchkey,
  provider: undefined as unknown as OpenIdProvider,
}));

const create = async (loginId: string, more: object = {}) =>
  (await manage('user/create', { loginId, email: loginId, verifiedEmail: true, password, ...more })).user;
const load = async (userId: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?userid=${userId}`)).body.user;
async function list(loginId: string): Promise<{ id: string; [field: string]: unknown }[]> {
  const answer = await client.management.user.listIdentities(loginId);
  if (!answer.ok) throw new Error(answer.error.errorMessage);
  return answer.data;
}
const events = async (userId: string, action: string) =>
  (await manage('audit/search', { userIds: [userId], actions: [action] })).audits;

/** Signs in by an account of a type, and returns the tokens and the user. */
const types = {
  sso: async (email: string) => signedIn(await samlRound(tenant, idp, { nameId: email })),
  oauth: async (email: string) => {
    const fields = { nameId: `sub-${email}`, email, name: 'Owner', fault: 'none' };
    return (await exchange(latchkey, await new OAuthBrowser(latchkey).signIn('acme', fields))).body;
  },
};

describe.each(['sso', 'oauth'] as const)('an identity by %s', (type) => {
  const signIn = types[type];

  test('is listed with its first and last sign-in', async () => {
    const email = `ann@${domain}`;
    const { user } = await signIn(email);
    const [first] = await list(email);
    expect(first).toMatchObject({
      type,
      ...(type === 'sso'
        ? { tenantId: tenant, ssoId: 'default_ssoid', provider: '', issuer: idp.entityId, subject: email }
        : { tenantId: '', ssoId: '', provider: 'acme', subject: `sub-${email}` }),
    });
    latchkey.advance(3_600_000);
    await signIn(email);
    const [again, ...more] = await list(user.userId);
    expect(more).toEqual([]);
    expect(again).toMatchObject({ id: first?.id, createdTime: first?.['createdTime'] });
    expect(Number(again?.['lastUsedTime']) - Number(first?.['lastUsedTime'])).toBeGreaterThanOrEqual(3_600);
  });

  test('is removed, with a notice and an event, and sessions continue', async () => {
    const email = `ann@${domain}`;
    const user = await create(email);
    const { refreshJwt } = await signIn(email);
    const [identity] = await list(email);
    const remove = () => manage('user/identities/delete', { loginId: email, identityId: identity?.id });
    await effects(latchkey, remove).toBe({
      audit: ['IdentityRemoved', 'UserModified'],
      messages: [`factorRemoved → ${email}`],
      rows: [`-1 ${type}Identities`, '~1 users', '+1 securityNotices'],
    });
    await effects(latchkey, remove).toBe({ rows: ['~1 users'] });
    expect(await list(email)).toEqual([]);
    expect((await refresh(latchkey, refreshJwt)).status).toBe(200);
    expect((await signIn(email)).user.userId).toBe(user.userId);
  });

  test('is moved: it signs in the other user, and the sessions that it began for the first one end', async () => {
    const [email, other] = [`ann@${domain}`, `bob@${domain}`];
    const [ann, bob] = [await create(email), await create(other)];
    const begun = await signIn(email);
    const own = (await signInByPassword(latchkey, { loginId: email, password })).body;
    const waiting = type === 'sso' ? codeOf(await samlRound(tenant, idp, { nameId: email })) : undefined;
    const [identity] = await list(email);
    const move = { loginId: email, identityId: identity?.id, toLoginId: other };
    const joined = type === 'sso' ? ['UserModified'] : [];
    await effects(latchkey, () => manage('user/identities/move', move)).toBe({
      audit: [
        { action: 'IdentityMoved', userId: ann.userId },
        { action: 'IdentityMoved', userId: bob.userId },
        ...['Logout', 'UserModified', 'UserModified', ...joined],
      ],
      messages: [`factorAdded → ${other}`, `factorRemoved → ${email}`],
      rows: [
        ...[`~1 ${type}Identities`, '-1 sessions', '+1 endedSessions', '~2 users', '+2 securityNotices'],
        ...(type === 'sso' ? ['-1 exchangeCodes', '+1 tenantMembers'] : []),
      ],
    });
    expect(await list(email)).toEqual([]);
    expect(await list(other)).toMatchObject([{ id: identity?.id }]);
    expect((await refresh(latchkey, begun.refreshJwt)).status).toBe(401);
    expect((await refresh(latchkey, own.refreshJwt)).status).toBe(200);
    if (waiting) {
      const late = await latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code: waiting } });
      expect(late.status).not.toBe(200);
    }
    expect((await events(ann.userId, 'IdentityMoved'))[0].data).toMatchObject({ toUserId: bob.userId });
    expect((await events(bob.userId, 'IdentityMoved'))[0].data).toMatchObject({ fromUserId: ann.userId });
    expect((await signIn(email)).user.userId).toBe(bob.userId);
    expect((await load(ann.userId)).email).toBe(email);
    if (type === 'sso') {
      expect((await load(bob.userId)).userTenants).toMatchObject([{ tenantId: tenant }]);
    }
  });

  test('is not moved to a user who has one of that connection or provider, or to no or the same user', async () => {
    const [email, other] = [`ann@${domain}`, `bob@${domain}`];
    for (const one of [email, other]) await signIn(one);
    const [identity] = await list(email);
    const move = (fields: object) =>
      latchkey.manage('POST', '/v1/mgmt/user/identities/move', {
        loginId: email,
        identityId: identity?.id,
        toLoginId: other,
        ...fields,
      });
    const codes = await Promise.all(
      [{}, { toLoginId: 'nobody' }, { toLoginId: email }, { identityId: 'unknown' }, { loginId: other }].map(
        async (fields) => (await move(fields)).body.errorCode,
      ),
    );
    expect(codes).toEqual(['E112301', 'E112102', 'E011004', 'E112302', 'E011004']);
    expect(await list(email)).toMatchObject([{ id: identity?.id }]);
    expect((await signIn(email)).user.loginIds).toEqual([email]);
  });

  test('of a disabled user is moved, too', async () => {
    const email = `ann@${domain}`;
    await signIn(email);
    await manage('user/update/status', { loginId: email, status: 'disabled' });
    const other = await create(`eve@${domain}`);
    const identities = await list(email);
    await manage('user/identities/move', {
      loginId: email,
      identityId: identities[0]?.id,
      toLoginId: other.userId,
    });
    expect(await list(other.userId)).toMatchObject([{ id: identities[0]?.id }]);
  });
});

test('the roles of an identity’s groups go where the identity goes', async () => {
  await manage('role/create', { name: `Boss ${counter}`, tenantId: tenant });
  await manage('sso/mapping', {
    tenantId: tenant,
    roleMappings: [{ groups: ['bosses'], roleName: `Boss ${counter}` }],
  });
  const [email, other] = [`ann@${domain}`, `bob@${domain}`];
  const attributes = { groups: ['bosses'] };
  await signedIn(await samlRound(tenant, idp, { nameId: email, attributes }));
  await create(other);
  const rolesOf = async (loginId: string) =>
    (await latchkey.manage('GET', `/v1/mgmt/user?loginid=${loginId}`)).body.user.userTenants.flatMap(
      (one: { roleNames: string[] }) => one.roleNames,
    );
  expect(await rolesOf(email)).toEqual([`Boss ${counter}`]);
  const [identity] = await list(email);
  await manage('user/identities/move', { loginId: email, identityId: identity?.id, toLoginId: other });
  expect([await rolesOf(email), await rolesOf(other)]).toEqual([[], [`Boss ${counter}`]]);
  await manage('user/identities/delete', { loginId: other, identityId: identity?.id });
  expect(await rolesOf(other)).toEqual([]);
});

describe('a management key for a tenant', () => {
  let key: string;
  const ask = async (path: string, body: object) => {
    const bearer = `${latchkey.projectId}:${key}`;
    const { status, body: answer } = await latchkey.request('POST', `/v1/mgmt/user/identities/${path}`, {
      bearer,
      body,
    });
    return status === 200 ? 'done' : answer.errorCode;
  };
  const shown = async (loginId: string) =>
    latchkey.request('GET', `/v1/mgmt/user/identities?loginId=${encodeURIComponent(loginId)}`, {
      bearer: `${latchkey.projectId}:${key}`,
    });
  beforeEach(async () => {
    const grant = {
      projectIds: [latchkey.projectId],
      roles: ['project-users', 'project-read-only'],
      tenantIds: [tenant],
    };
    const body = { name: 'limited', reBac: { projectRoles: [grant] } };
    key = (await latchkey.manage('PUT', '/v1/mgmt/managementkey', body)).body.cleartext;
  });

  test('sees and changes identities of its tenant only, and moves them between its own users only', async () => {
    const elsewhere = `${tenant}-b`;
    await connectTenant(latchkey, elsewhere, idp, {}, { domains: [`b.${domain}`] });
    const [email, other, stranger] = [`ann@${domain}`, `bob@${domain}`, `eve@b.${domain}`];
    await types.sso(email);
    await create(other, { userTenants: [{ tenantId: tenant }] });
    await create(`both@${domain}`, { userTenants: [{ tenantId: tenant }, { tenantId: elsewhere }] });
    await signedIn(await samlRound(elsewhere, idp, { nameId: stranger }));
    await manage('user/update/tenant/add', { loginId: stranger, tenantId: tenant });
    const { body } = await shown(email);
    expect(body.identities).toHaveLength(1);
    expect((await shown(stranger)).body.identities).toEqual([]);
    const [own, foreign] = [body.identities[0].id, (await list(stranger))[0]?.id];
    const from = { loginId: email, identityId: own };
    expect({
      withoutTenant: await ask('delete', from),
      ofOtherTenant: await ask('delete', { ...from, tenantId: elsewhere }),
      foreign: await ask('delete', { loginId: stranger, identityId: foreign, tenantId: tenant }),
      toStranger: await ask('move', { ...from, tenantId: tenant, toLoginId: stranger }),
      toBoth: await ask('move', { ...from, tenantId: tenant, toLoginId: `both@${domain}` }),
      toNobody: await ask('move', { ...from, tenantId: tenant, toLoginId: 'nobody' }),
      toOwn: await ask('move', { ...from, tenantId: tenant, toLoginId: other }),
      removed: await ask('delete', { loginId: other, identityId: own, tenantId: tenant }),
    }).toEqual({
      withoutTenant: 'E064012',
      ofOtherTenant: 'E064012',
      foreign: 'done',
      toStranger: 'E064012',
      toBoth: 'E064012',
      toNobody: 'E112102',
      toOwn: 'done',
      removed: 'done',
    });
    expect(await list(stranger)).toMatchObject([{ id: foreign }]);
    expect(await list(other)).toEqual([]);
  });
});

test('an account without its identity is not signed in by another address of the connection', async () => {
  const email = `ann@free${counter}.example`;
  await types.sso(email);
  const [identity] = await list(email);
  await manage('user/identities/delete', { loginId: email, identityId: identity?.id });
  expect(refusal(await samlRound(tenant, idp, { nameId: email }))[0]).toBeUndefined();
});

test('all identities of a user at a tenant are removed at once, and those elsewhere stay', async () => {
  const email = `ann@${domain}`;
  const user = await create(email);
  await types.sso(email);
  await types.oauth(email);
  const remove = (tenantId: string, loginId = email) =>
    latchkey.manage('POST', '/v1/mgmt/tenant/sso-user-remove', { tenantId, loginId });
  await connectTenant(latchkey, `${tenant}-other`, idp, {}, { domains: [`other.${domain}`] });
  await effects(latchkey, () => remove(`${tenant}-other`)).toBe({ rows: ['~1 users'] });
  await effects(latchkey, () => remove(tenant, user.userId)).toBe({
    audit: ['IdentityRemoved', 'UserModified'],
    messages: [`factorRemoved → ${email}`],
    rows: ['-1 ssoIdentities', '~1 users', '+1 securityNotices'],
  });
  expect(await list(email)).toMatchObject([{ type: 'oauth' }]);
  expect((await load(user.userId)).userTenants).toMatchObject([{ tenantId: tenant }]);
  expect((await types.sso(email)).user.userId).toBe(user.userId);
  expect(await remove('none')).toMatchObject({ status: 404, body: { errorCode: 'E111202' } });
  expect(await remove(tenant, 'nobody')).toMatchObject({ status: 404, body: { errorCode: 'E112102' } });
});
