import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from '../identity-provider.ts';
import { createNamedUser, demandIn, demandOf, setPolicy } from '../sign-in-policy.ts';
import {
  claimsOf,
  enrolTotp,
  type PasswordUser,
  refresh,
  signInByPassword,
  verifyTotp,
  withToken,
} from '../signed-in.ts';
import { must } from './world.ts';

/**
 * A tenant comes into reach of a running session, in each way in which it can. The session reaches it only if it satisfies the
 * sign-in policy of the tenant.
 */

let latchkey: Latchkey;
let idp: IdentityProvider;
let count = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.gains.example/metadata');
  await manage('role/create', { name: 'Reader' });
});
afterAll(() => latchkey.close());

const manage = async (path: string, body: object) =>
  must(await latchkey.manage('POST', `/v1/mgmt/${path}`, body));
const change = (id: string, changes: object) => manage('tenant/update', { id, name: id, ...changes });
const create = (id: string, fields: object = {}) => manage('tenant/create', { id, name: id, ...fields });
const demand = { when: 'always', methods: ['totp'] };
const protect = (tenantId: string) => setPolicy(latchkey, demand, { tenantId });
const tenantsOf = (jwt: string) => Object.keys(claimsOf(jwt)['tenants'] ?? {}).sort();
const select = (token: string, tenant: string) =>
  withToken(latchkey, 'POST', '/v1/auth/tenant/select', token, { tenant });

/** The IDs of a user's tenant, and of the tenant that comes into reach. */
interface Tenants {
  own: string;
  gained: string;
}

/** Prepares the tenants, and returns what brings the one into reach. Its policy is there before or comes with it. */
type Way = (tenants: Tenants) => Promise<(user: PasswordUser) => Promise<unknown>>;

const ofSubTenants: Record<string, Way> = {
  'is created': async ({ own, gained }) => {
    await create(own);
    return async () => {
      await create(gained, { parent: own });
      await protect(gained);
    };
  },
  'is enabled': async ({ own, gained }) => {
    await create(own);
    await create(gained, { parent: own, disabled: true });
    await protect(gained);
    return () => change(gained, { disabled: false });
  },
  'begins to inherit': async ({ own, gained }) => {
    await create(own);
    await create(gained, { parent: own, roleInheritance: 'none' });
    await protect(gained);
    return () => change(gained, { roleInheritance: 'userOnly' });
  },
  'inherits because its parent passes roles on': async ({ own, gained }) => {
    await create(own, { roleInheritance: 'none' });
    await create(gained, { parent: own });
    await protect(gained);
    return () => change(own, { roleInheritance: '' });
  },
  'stops enforcing SSO': async ({ own, gained }) => {
    await create(own);
    await create(gained, { parent: own });
    await protect(gained);
    await manage('tenant/settings', { tenantId: gained, enforceSSO: true });
    return () => manage('tenant/settings', { tenantId: gained, enforceSSO: false });
  },
  'is below one that begins to inherit': async ({ own, gained }) => {
    await create(own);
    await create(`${own}-middle`, { parent: own, roleInheritance: 'none' });
    await create(gained, { parent: `${own}-middle` });
    await protect(gained);
    return () => change(`${own}-middle`, { roleInheritance: '' });
  },
  'is below one that is enabled': async ({ own, gained }) => {
    await create(own);
    await create(`${own}-middle`, { parent: own, disabled: true });
    await create(gained, { parent: `${own}-middle` });
    await protect(gained);
    return () => change(`${own}-middle`, { disabled: false });
  },
  'is below one that the user joins': async ({ own, gained }) => {
    await create(own);
    await create(`${own}-other`);
    await create(gained, { parent: `${own}-other` });
    await protect(gained);
    return async ({ loginId }) => {
      const member = { loginId, tenantId: `${own}-other` };
      await manage('user/update/tenant/add', member);
      await manage('user/update/role/add', { ...member, roleNames: ['Reader'] });
    };
  },
};

async function makeTenants(way: Way): Promise<Tenants & { open: Awaited<ReturnType<Way>> }> {
  const id = ++count;
  const tenants = { own: `own-${id}`, gained: `gained-${id}` };
  return { ...tenants, open: await way(tenants) };
}

const reader = (tenantId: string) => ({ tenantId, roleNames: ['Reader'] });

describe.each(Object.entries(ofSubTenants))('a sub-tenant that %s during a session', (_, way) => {
  test('is reached only by sessions that satisfy its policy', async () => {
    const { own, gained, open } = await makeTenants(way);
    const user = await createNamedUser(latchkey, { userTenants: [reader(own)] });
    const { loginId } = user;
    const begun = must(await signInByPassword(latchkey, user));
    const code = await enrolTotp(latchkey, user, begun.refreshJwt);
    const mfa = { loginId, loginOptions: { mfa: true } };
    const other = must(await signInByPassword(latchkey, user));
    const proven = must(await verifyTotp(latchkey, { ...mfa, code: code() }, other.refreshJwt));
    expect(tenantsOf(begun.sessionJwt)).not.toContain(gained);
    latchkey.advance(1_000);
    await open(user);
    latchkey.advance(1_000);
    await demandOf(latchkey, user);
    expect(tenantsOf((await refresh(latchkey, proven.refreshJwt)).body.sessionJwt)).toContain(gained);
    const after = must(await refresh(latchkey, begun.refreshJwt));
    expect(tenantsOf(after.sessionJwt)).not.toContain(gained);
    const me = await withToken(latchkey, 'POST', '/v1/auth/me/tenants', after.refreshJwt, {});
    expect(me.body.tenants.map(({ id }: { id: string }) => id)).not.toContain(gained);
    // The refusal tells how to reach it, like that of a sign-in.
    const needed = demandIn(await select(after.refreshJwt, gained));
    expect(needed).toMatchObject({ methods: ['totp'], enrol: false, refreshJwt: after.refreshJwt });
    const more = must(await verifyTotp(latchkey, { ...mfa, code: code() }, needed.refreshJwt));
    expect(must(await select(more.refreshJwt, gained)).claims.dct).toBe(gained);
  });
});

test('sub-tenants of one whose policy keeps the session out inherit nothing through it', async () => {
  await create('top');
  const user = await createNamedUser(latchkey, { userTenants: [reader('top')] });
  const { refreshJwt } = must(await signInByPassword(latchkey, user));
  latchkey.advance(1_000);
  await create('closed', { parent: 'top' });
  await create('under-closed', { parent: 'closed' });
  await create('beside', { parent: 'top' });
  await protect('closed');
  const after = must(await refresh(latchkey, refreshJwt));
  expect(tenantsOf(after.sessionJwt)).toEqual(['beside', 'top']);
});

test('the tenant of a member that is enabled during a session is reached only if the session satisfies its policy', async () => {
  await create('asleep', { disabled: true });
  await create('under-asleep', { parent: 'asleep' });
  const user = await createNamedUser(latchkey, { userTenants: [reader('asleep')] });
  const begun = must(await signInByPassword(latchkey, user));
  await protect('asleep');
  latchkey.advance(1_000);
  await change('asleep', { disabled: false });
  const after = must(await refresh(latchkey, begun.refreshJwt));
  expect(tenantsOf(after.sessionJwt)).toEqual([]);
  expect(demandIn(await select(after.refreshJwt, 'asleep'))).toMatchObject({
    methods: ['totp'],
    enrol: true,
  });
});

describe('a tenant of a member who came through the identity provider of another one', () => {
  async function signInBySso(tenant: string, nameId: string): Promise<Answer['body']> {
    const browser = new SsoBrowser(latchkey);
    const request = await browser.start(tenant);
    const answer = await browser.post(request.acsUrl, await idp.respond(request, { nameId }));
    return must(await latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code: codeOf(answer) } }));
  }

  test.each<[string, (tenantId: string, userId: string) => object]>([
    ['stops enforcing SSO', () => ({ enforceSSO: false })],
    ['exempts the user', (_, userId) => ({ enforceSSO: true, enforceSSOExclusions: [userId] })],
  ])('and that %s is reached only if the session satisfies its policy', async (_, settings) => {
    const [home, strict] = [`home-${++count}`, `strict-${count}`];
    const rest = { domains: [`${home}.example`] };
    await connectTenant(latchkey, home, idp, {}, rest);
    await create(strict);
    for (const tenantId of [home, strict]) await manage('tenant/settings', { tenantId, enforceSSO: true });
    const { user } = await signInBySso(home, `ann@${home}.example`);
    const [loginId] = user.loginIds;
    await manage('user/update/tenant/add', { loginId, tenantId: strict });
    latchkey.advance(1_000);
    const begun = await signInBySso(home, `ann@${home}.example`);
    await protect(strict);
    latchkey.advance(1_000);
    await manage('tenant/settings', { tenantId: strict, ...settings(strict, user.userId) });
    const after = must(await refresh(latchkey, begun.refreshJwt));
    expect(tenantsOf(after.sessionJwt)).toEqual([home]);
    expect(demandIn(await select(after.refreshJwt, strict)).enrol).toBe(true);
  });
});

test('a session keeps the tenants that it had, whatever else is opened', async () => {
  await create('kept');
  await create('kept-below', { parent: 'kept' });
  await create('kept-closed', { parent: 'kept', roleInheritance: 'none' });
  const user = await createNamedUser(latchkey, { userTenants: [reader('kept')] });
  const begun = must(await signInByPassword(latchkey, user));
  for (const id of ['kept', 'kept-below', 'kept-closed']) await protect(id);
  latchkey.advance(1_000);
  await change('kept', { roleInheritance: 'userOnly' });
  await change('kept-closed', { roleInheritance: '' });
  await change('kept-below', { customAttributes: { plan: 'free' } });
  const after = must(await refresh(latchkey, begun.refreshJwt));
  expect(tenantsOf(after.sessionJwt)).toEqual(['kept', 'kept-below']);
  for (const roleInheritance of ['none', '']) await change('kept', { roleInheritance });
  const later = must(await refresh(latchkey, after.refreshJwt));
  expect(tenantsOf(later.sessionJwt)).toEqual(['kept']);
});
