import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { codesOf } from '../../../../test/codes.ts';
import { type DnsServer, startDnsServer } from '../../../../test/counterparts/dns-server.ts';
import { effects } from '../../../../test/effects/effects.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo } from '../../../../test/messages.ts';
import { createPasswordUser, refresh, signInByPassword } from '../../../../test/signed-in.ts';
import { tenantAdministratorCalls } from './allowed-calls.ts';

let latchkey: Latchkey;
let dns: DnsServer;
interface Admin {
  userId: string;
  loginId: string;
  token: string;
}
let admin: Admin;

const manage = async (path: string, body: object, method = 'POST') => {
  const answer = await latchkey.manage(method, `/v1/mgmt/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
};
const inTenant = (tenantId: string, ...roleNames: string[]) => ({ tenantId, roleNames });
const member = (...roleNames: string[]) => [inTenant('mine', ...roleNames)];
const createMember = (...roleNames: string[]) =>
  createPasswordUser(latchkey, { userTenants: member(...roleNames) });
async function createAdmin(...roleNames: string[]): Promise<Admin> {
  const user = await createMember('Tenant Admin', ...roleNames);
  return { ...user, token: (await signInByPassword(latchkey, user)).body.refreshJwt };
}
function as({ token }: Admin, method: string, path: string, body?: object, query = ''): Promise<Answer> {
  const asQuery = method === 'GET' ? new URLSearchParams(body as Record<string, string>).toString() : '';
  return latchkey.request(method, `/v1/mgmt/${path}?${asQuery}&tenant=mine${query}`, {
    bearer: `${latchkey.projectId}:${token}`,
    ...(method !== 'GET' && { body }),
  });
}
const post = (path: string, body: object) => as(admin, 'POST', path, body);
const patch = (body: object) => as(admin, 'PATCH', 'user/patch', body);
const load = async (loginId: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;
const refused = { status: 403, body: { errorCode: 'E064013' } };

beforeAll(async () => {
  dns = await startDnsServer();
  latchkey = await startLatchkey({ LATCHKEY_DNS_SERVER: dns.address });
  for (const id of ['mine', 'other']) await manage('tenant/create', { id, name: `The tenant ${id}` });
  for (const name of ['read', 'write']) await manage('permission/create', { name });
  await manage('role/create', { name: 'Reader', permissionNames: ['read'] });
  await manage('role/create', { name: 'Writer', permissionNames: ['write'] });
  await manage('role/create', { name: 'Hidden', private: true });
  admin = await createAdmin('Reader');
  await createAdmin();
});
afterAll(async () => {
  await latchkey.close();
  await dns.close();
});

describe('no call', () => {
  /** The things of another tenant. Each has the mark in its name. */
  const mark = 'of-the-others';
  const theirs = { userId: '', loginId: '', keyId: '', roleId: '', domain: `${mark}.example` };
  type Things = typeof theirs;

  beforeAll(async () => {
    const role = await manage('role/create', { name: `Role ${mark}`, tenantId: 'other' });
    const userTenants = [inTenant('other', `Role ${mark}`)];
    const user = await createPasswordUser(latchkey, { userTenants, displayName: mark });
    const keyTenants = [inTenant('other', `Role ${mark}`)];
    const { key } = await manage('accesskey/create', { name: mark, keyTenants });
    await manage('tenant/domain/create', { tenantId: 'other', domain: theirs.domain });
    Object.assign(theirs, { userId: user.userId, loginId: user.loginId, keyId: key.id, roleId: role.id });
  });

  async function createThings(): Promise<Things> {
    const name = `Role ${crypto.randomUUID()}`;
    const { id: roleId } = await manage('role/create', { name, tenantId: 'mine' });
    const { key } = await manage('accesskey/create', { name, keyTenants: member() });
    const domain = `${crypto.randomUUID()}.example`;
    await manage('tenant/domain/create', { tenantId: 'mine', domain });
    return { ...(await createMember()), keyId: key.id, roleId, domain };
  }

  /** The smallest body of each call about a thing. */
  const bodies: Record<keyof typeof tenantAdministratorCalls, (of: Things) => object> = {
    'management.user.searchAll': ({ userId }) => ({ userIds: [userId] }),
    'management.user.load': ({ userId }) => ({ userId }),
    'management.user.getCustomAttributes': () => ({}),
    'management.user.create': ({ loginId }) => ({ loginId, invite: true }),
    'management.user.patch': ({ loginId }) => ({ loginId, displayName: 'Changed' }),
    'management.user.updateStatus': ({ userId }) => ({ loginId: userId, status: 'disabled' }),
    'management.user.setTemporaryPassword': ({ loginId }) => ({ loginId }),
    'management.user.removeAllPasskeys': ({ userId }) => ({ loginId: userId }),
    'management.user.listPasskeys': ({ loginId }) => ({ loginId }),
    'management.user.addRoles': ({ loginId }) => ({ loginId, roleNames: ['Reader'] }),
    'management.user.setRoles': ({ userId }) => ({ loginId: userId, roleNames: ['Reader'] }),
    'management.user.removeRoles': ({ loginId }) => ({ loginId, roleNames: ['Reader'] }),
    'management.user.removeTenant': ({ loginId }) => ({ loginId, tenantId: 'mine' }),
    'management.user.deleteBatch': ({ userId }) => ({ userIds: [userId] }),
    'management.role.loadAll': () => ({}),
    'management.role.loadAllOfSubTenants': () => ({}),
    'management.role.search': ({ roleId }) => ({ roleIds: [roleId] }),
    'management.role.create': () => ({ name: `Role ${crypto.randomUUID()}` }),
    'management.role.update': ({ roleId }) => ({ id: roleId, newName: 'Changed' }),
    'management.role.deleteBatch': ({ roleId }) => ({ roleIds: [roleId] }),
    'management.permission.loadAll': () => ({}),
    'management.accessKey.searchAll': () => ({}),
    'management.accessKey.load': ({ keyId }) => ({ id: keyId }),
    'management.accessKey.create': () => ({ name: 'new' }),
    'management.accessKey.update': ({ keyId }) => ({ id: keyId, name: 'Changed' }),
    'management.accessKey.rotate': ({ keyId }) => ({ id: keyId }),
    'management.accessKey.deactivate': ({ keyId }) => ({ id: keyId }),
    'management.accessKey.deactivateBatch': ({ keyId }) => ({ ids: [keyId] }),
    'management.accessKey.activate': ({ keyId }) => ({ id: keyId }),
    'management.accessKey.activateBatch': ({ keyId }) => ({ ids: [keyId] }),
    'management.accessKey.delete': ({ keyId }) => ({ id: keyId }),
    'management.accessKey.deleteBatch': ({ keyId }) => ({ ids: [keyId] }),
    'management.audit.search': ({ userId }) => ({ userIds: [userId] }),
    'management.tenant.loadDomains': () => ({ tenantId: 'mine' }),
    'management.tenant.loadDirectory': () => ({ tenantId: 'mine' }),
    'management.tenant.createDomain': ({ domain }) => ({ tenantId: 'mine', domain }),
    'management.tenant.verifyDomain': ({ domain }) => ({ tenantId: 'mine', domain }),
    'management.tenant.deleteDomain': ({ domain }) => ({ tenantId: 'mine', domain }),
    'management.tenant.load': () => ({ id: 'mine' }),
    'management.tenant.getSettings': () => ({ id: 'mine' }),
    'management.password.getSettings': () => ({ tenantId: 'mine' }),
    'management.tenant.patch': () => ({ id: 'mine', name: 'Mine' }),
    'management.tenant.getAuthenticatedSSOLink': () => ({ tenantId: 'mine' }),
    'management.tenant.getAuthenticatedSSOLinks': () => ({ tenantId: 'mine' }),
  };

  /** The ways to name another tenant, beside what the call is about. */
  const elsewhere: [body: object, query: string][] = [
    [{}, ''],
    [{}, '&tenantId=other'],
    [{}, '&tenant=other'],
    [{ tenantId: 'other' }, ''],
    [{ tenantIds: ['other', 'mine'] }, ''],
    [{ tenants: ['other'] }, ''],
    [{ tenant: 'other', TenantId: 'other', tenant_id: 'other' }, ''],
    [{ userTenants: [inTenant('other')], keyTenants: [inTenant('other')] }, ''],
    [{ includeSubTenants: true, noTenants: true, includeProjectRoles: true }, ''],
  ];

  const stateOfOthers = async () => {
    const search = { tenantIds: ['other'] };
    const { tenants } = await manage('tenant/search', { tenantIds: ['other'] });
    return {
      tenants,
      users: (await manage('user/search', search)).users,
      roles: (await manage('role/search', search)).roles,
      keys: (await manage('accesskey/search', search)).keys,
      domains: (await latchkey.manage('GET', '/v1/mgmt/tenant/domain/all?tenantId=other')).body.domains,
      events: (await manage('audit/search', { tenants: ['other'] })).audits,
    };
  };

  test('shows or changes anything of another tenant, however it is named', async () => {
    const { endpoints } = await import('../../../groups.ts');
    const calls = endpoints.filter(({ name }) => Object.hasOwn(tenantAdministratorCalls, name));
    expect(Object.keys(bodies).sort()).toEqual(calls.map(({ name }) => name).sort());
    const before = await stateOfOthers();
    for (const [place, { name, method, path }] of calls.entries()) {
      const own = await createThings();
      for (const of of [theirs, own]) {
        // Each call gets some of the ways, in turn, and each kind of call all of them.
        const ways =
          of === theirs
            ? elsewhere.slice(0, 1)
            : [0, 3, 6].map((step) => elsewhere[(place + step) % elsewhere.length]);
        for (const [more, query] of ways as typeof elsewhere) {
          const body = { ...bodies[name]?.(of), ...more };
          const answer = await latchkey.request(
            method,
            method === 'GET'
              ? `${path}?${new URLSearchParams(body as Record<string, string>)}&tenant=mine${query}`
              : `${path}?tenant=mine${query}`,
            { bearer: `${latchkey.projectId}:${admin.token}`, ...(method !== 'GET' && { body }) },
          );
          const text = JSON.stringify(answer.body)
            .replaceAll(theirs.loginId, '')
            .replaceAll(theirs.domain, '');
          expect([name, more, answer.status < 500]).toEqual([name, more, true]);
          expect([name, more, text]).not.toEqual([name, more, expect.stringContaining(mark)]);
          expect([name, more, text]).not.toEqual([name, more, expect.stringContaining('The tenant other')]);
        }
      }
    }
    expect(await stateOfOthers()).toEqual(before);
  }, 120_000);
});

describe('an attribute that the administrator may not see', () => {
  const secret = 'zanzibar spice trade';
  let loginId: string;
  beforeAll(async () => {
    const permissions = { editPermissions: ['write'], viewPermissions: ['write'] };
    await manage('user/customattribute/create', {
      attributes: [
        { name: 'open', type: 1 },
        { name: 'locked', type: 1, ...permissions },
      ],
    });
    const customAttributes = { open: 'an open remark', locked: secret };
    loginId = (await createPasswordUser(latchkey, { userTenants: member(), customAttributes })).loginId;
    for (let index = 0; index < 3; index += 1) {
      const more = { open: `${secret} ${index}`, locked: `zanzibar ${index}` };
      await createPasswordUser(latchkey, { userTenants: member(), customAttributes: more });
    }
  });

  test('is not found by its text, nor counted, and other texts are', async () => {
    const search = async (text: string, more: object = {}) =>
      (await post('user/search', { text, ...more })).body;
    for (const text of [secret, 'ZANZIBAR', 'za']) {
      const { users, total } = await search(text);
      expect([users.length, total]).toEqual([3, 3]);
      expect(JSON.stringify(users)).not.toContain(loginId);
    }
    expect((await search('an open remark')).total).toBe(1);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await search('zanzibar', { limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.users.map(({ userId }: { userId: string }) => userId));
      cursor = page.nextCursor;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([3, 3]);
    const second = await search('zanzibar', { limit: 2, page: 1 });
    expect(second.users.map(({ userId }: { userId: string }) => userId)).toEqual(seen.slice(2));
    expect((await manage('user/search', { text: 'zanzibar' })).total).toBe(4);
  });

  test('is nowhere in responses, the audit log and the directory of a token that the administrator creates', async () => {
    await manage('user/patch', { loginId, customAttributes: { locked: `${secret}s` } }, 'PATCH');
    const { userId } = await load(loginId);
    for (const answer of [
      await as(admin, 'GET', 'user', { loginId }),
      await patch({ loginId, customAttributes: { open: 'another' } }),
      await post('user/search', { userIds: [userId] }),
      await post('audit/search', { userIds: [userId] }),
      await as(admin, 'GET', 'user/customattributes', {}),
    ])
      expect(JSON.stringify(answer.body)).not.toMatch(/zanzibar|locked/);
    const { cleartext } = (await post('accesskey/create', { name: 'SCIM', roleNames: ['Tenant Admin'] }))
      .body;
    const scim = (method: string, path: string, body?: object) =>
      latchkey.request(method, `/scim/v2/${path}`, { bearer: `${latchkey.projectId}:${cleartext}`, body });
    const extension = 'urn:ietf:params:scim:schemas:extension:latchkey:2.0:User';
    for (const path of [
      `Users/${userId}`,
      'Schemas',
      `Users?filter=${encodeURIComponent(`${extension}:locked sw "zanz"`)}`,
    ])
      expect(JSON.stringify((await scim('GET', path)).body).replace(/locked sw.*/, '')).not.toMatch(
        /zanzibar|locked/,
      );
    await scim('PATCH', `Users/${userId}`, {
      Operations: [{ op: 'replace', path: `${extension}:locked`, value: 'mine' }],
    });
    await scim('PATCH', `Users/${userId}`, { Operations: [{ op: 'replace', value: { [extension]: {} } }] });
    expect((await load(loginId)).customAttributes.locked).toBe(`${secret}s`);
  });
});

describe('an administrator gets no more rights', () => {
  test('by a key with a private role', async () => {
    const { key } = await manage('accesskey/create', { name: 'private', keyTenants: member('Hidden') });
    for (const step of ['rotate', 'update', 'activate', 'delete'])
      expect([step, await post(`accesskey/${step}`, { id: key.id })]).toMatchObject([step, refused]);
  });

  test.each([
    'Reader\u200b',
    'Rea\u00adder',
    '\uff32eader',
    'reader',
    ' Reader ',
    'Tenant\u00a0Admin',
    'Tenant  Admin',
    'hid\u2060den',
  ])('by a role that looks like one of the project: %j', async (name) => {
    expect(await post('role/create', { name })).toMatchObject({
      status: 400,
      body: { errorCode: 'E111401' },
    });
  });

  test('by a name that an embedded component would show as HTML', async () => {
    expect(await post('role/create', { name: '<img src=x onerror=alert(1)>' })).toMatchObject(refused);
    const { id } = (await post('role/create', { name: 'Plain' })).body;
    expect(await post('role/update', { id, newName: 'a > b' })).toMatchObject(refused);
  });

  test('by a role that gets permissions after it was given', async () => {
    const { id } = (await post('role/create', { name: 'Growing' })).body;
    const { loginId } = await createMember();
    expect((await post('user/update/role/add', { loginId, roleNames: ['Growing'] })).status).toBe(200);
    const grow = { id, newName: 'Growing', permissionNames: ['write'] };
    expect(await post('role/update', grow)).toMatchObject(refused);
    await manage('role/update', { ...grow, tenantId: 'mine' });
    const other = await createMember();
    const give = { loginId: other.loginId, roleNames: ['Growing'] };
    expect(await post('user/update/role/add', give)).toMatchObject(refused);
    expect(await post('role/update', { ...grow, permissionNames: ['write', 'read'] })).toMatchObject(refused);
  });

  test('by an invitation of a user who has signed in, or an address of one with an unproven authenticator', async () => {
    const { loginId } = await createMember();
    await manage('user/update/status', { loginId, status: 'enabled' });
    const again = await post('user/create', { loginId, email: loginId, invite: true });
    expect(again).toMatchObject({ status: 400, body: { errorCode: 'E062107' } });
  });
});

describe('a user whom the application has disabled', () => {
  test('stays disabled for administrators and directories of the tenant', async () => {
    const { loginId, userId } = await createMember();
    const { cleartext } = await manage('accesskey/create', { name: 's', keyTenants: member('Tenant Admin') });
    const setActive = (value: boolean, id = userId) =>
      latchkey.request('PATCH', `/scim/v2/Users/${id}`, {
        bearer: `${latchkey.projectId}:${cleartext}`,
        body: { Operations: [{ op: 'replace', path: 'active', value }] },
      });
    const byAdmin = (status: string) => post('user/update/status', { loginId, status });
    const byTeam = (status: string) => manage('user/update/status', { loginId, status });
    const ways = {
      admin: async (on: boolean) => (await byAdmin(on ? 'enabled' : 'disabled')).status,
      directory: async (on: boolean) => (await setActive(on)).status,
    };
    for (const off of Object.values(ways))
      for (const on of Object.values(ways)) {
        expect([await off(false), (await load(loginId)).status]).toEqual([200, 'disabled']);
        expect([await on(true), (await load(loginId)).status]).toEqual([200, 'enabled']);
        await byTeam('disabled');
        expect([await on(true), (await load(loginId)).status]).toEqual([403, 'disabled']);
        // Disabling the user again gives the tenant no right to enable them.
        expect([await off(false), await on(true)]).toEqual([200, 403]);
        await byTeam('enabled');
        await off(false);
        // The application joins in.
        await byTeam('disabled');
        expect([await on(true), (await load(loginId)).status]).toEqual([403, 'disabled']);
        await byTeam('enabled');
      }
    const shared = await createPasswordUser(latchkey, {
      userTenants: [inTenant('mine'), inTenant('other')],
      status: 'disabled',
    });
    expect((await setActive(true, shared.userId)).status).toBe(403);
  });
});

describe('an account that an administrator creates for the address of somebody else', () => {
  test('goes to the person who proves the address, with nothing that the administrator set', async () => {
    const victim = `victim-${crypto.randomUUID()}@elsewhere.example`;
    await post('user/create', { loginId: victim, email: victim, invite: false });
    const { cleartext } = (await post('user/password/set/temporary', { loginId: victim })).body;
    const password = 'seven green bicycles uphill';
    const replaced = await latchkey.request('POST', '/v1/auth/password/replace', {
      body: { loginId: victim, oldPassword: cleartext, newPassword: password },
    });
    expect(replaced.status).toBe(200);
    const attacker = replaced.body.refreshJwt;
    const { begin, verify } = codesOf(latchkey);
    await begin('signup-in', 'email', { loginId: victim });
    const owner = await verify('email', victim, await codeSentTo(latchkey, victim));
    expect(owner.status).toBe(200);
    expect((await refresh(latchkey, attacker)).status).toBe(401);
    expect((await signInByPassword(latchkey, { loginId: victim, password })).status).toBe(401);
    expect(await load(victim)).toMatchObject({ verifiedEmail: true, password: false });
  });
});

describe('a right that ends during a call', () => {
  const endings: Record<string, (who: Admin) => Promise<unknown>> = {
    role: ({ loginId }) =>
      manage('user/update/role/remove', { loginId, tenantId: 'mine', roleNames: ['Tenant Admin'] }),
    membership: ({ loginId }) => manage('user/update/tenant/remove', { loginId, tenantId: 'mine' }),
    session: ({ loginId }) => manage('user/logout', { loginId }),
    status: ({ loginId }) => manage('user/update/status', { loginId, status: 'disabled' }),
    tenant: () => disableTenant(true),
  };
  const disableTenant = (disabled: boolean) =>
    manage('tenant/update', { id: 'mine', name: 'The tenant mine', disabled });
  afterEach(() => disableTenant(false));

  test.each(Object.keys(endings))('stops one that waits for a name server: %s', async (what) => {
    const who = await createAdmin();
    const domain = `${what}.example`;
    const { record } = (await as(who, 'POST', 'tenant/domain/create', { tenantId: 'mine', domain })).body
      .domain;
    dns.set(record.name, [record.value]);
    const begun = dns.hold(record.name);
    const verifying = as(who, 'POST', 'tenant/domain/verify', { tenantId: 'mine', domain });
    await begun;
    await endings[what]?.(who);
    dns.release(record.name);
    expect(await verifying).toMatchObject(refused);
    const { domains } = (await latchkey.manage('GET', '/v1/mgmt/tenant/domain/all?tenantId=mine')).body;
    const found = domains.find((one: { domain: string }) => one.domain === domain);
    expect(found).toMatchObject({ status: 'pending', lastCheck: '' });
  });

  /** Runs `meanwhile` after the server has hashed a password, and before it stores the hash. */
  async function whileHashing(call: () => Promise<Answer>, meanwhile: () => Promise<unknown>) {
    const { hashing } = latchkey.service;
    let hashes = 0;
    const run: typeof hashing.run = async (...job) => {
      const hash = await hashing.run(...job);
      hashes += 1;
      if (hashes === 1) await meanwhile();
      return hash;
    };
    latchkey.service.hashing = { ...hashing, run };
    const answer = await call();
    latchkey.service.hashing = hashing;
    expect(hashes).toBe(1);
    return answer;
  }

  test.each(Object.keys(endings))('stops one that waits for a hash: %s', async (what) => {
    const who = await createAdmin();
    const { loginId, password } = await createMember();
    const set = () => as(who, 'POST', 'user/password/set/temporary', { loginId });
    expect(await whileHashing(set, () => endings[what]?.(who) as Promise<unknown>)).toMatchObject(refused);
    expect((await signInByPassword(latchkey, { loginId, password })).status).toBe(200);
  });

  test('stops it, too, when the user joins another tenant or gets a role that the administrator lacks', async () => {
    for (const grant of [
      (loginId: string) => manage('user/update/tenant/add', { loginId, tenantId: 'other' }),
      (loginId: string) => manage('user/update/role/add', { loginId, roleNames: ['Writer'] }),
      (loginId: string) =>
        manage('user/update/role/add', { loginId, tenantId: 'mine', roleNames: ['Writer'] }),
    ]) {
      const { loginId, password } = await createMember();
      const set = () => post('user/password/set/temporary', { loginId });
      expect(await whileHashing(set, () => grant(loginId))).toMatchObject(refused);
      expect((await signInByPassword(latchkey, { loginId, password })).status).toBe(200);
    }
  });

  test('two administrators who disable each other at once: one stays, whoever else administers', async () => {
    await createAdmin();
    const [one, two] = [await createAdmin(), await createAdmin()];
    const off = (by: Admin, whom: Admin) =>
      as(by, 'POST', 'user/update/status', { loginId: whom.loginId, status: 'disabled' });
    const answers = await Promise.all([off(one, two), off(two, one)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const statuses = [(await load(one.loginId)).status, (await load(two.loginId)).status];
    expect(statuses.filter((status) => status === 'disabled')).toHaveLength(1);
  });
});

test('one refused entry stops a batch', async () => {
  const own = await createMember();
  const { key } = await manage('accesskey/create', { name: 'own', keyTenants: member() });
  const stronger = (await manage('accesskey/create', { name: 'x', keyTenants: member('Writer') })).key;
  const userIds = [own.userId, (await createPasswordUser(latchkey)).userId];
  await effects(latchkey, async () => {
    expect((await post('user/delete/batch', { userIds })).status).toBe(404);
  }).toBe({});
  for (const step of ['deactivate', 'delete'])
    expect(await post(`accesskey/${step}/batch`, { ids: [key.id, stronger.id] })).toMatchObject(refused);
  expect((await as(admin, 'GET', 'accesskey', { id: key.id })).body.key.status).toBe('active');
});
