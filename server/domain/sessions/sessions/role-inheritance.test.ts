import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createNamedUser, demandOf, setPolicy } from '../../../../test/sign-in-policy.ts';
import { signInByPassword, withToken } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
let counter = 0;
/** A tenant, its sub-tenant, and that one's sub-tenant. */
let top: string;
let middle: string;
let bottom: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  await manage('permission/create', { name: 'edit' });
  await manage('role/create', { name: 'Editor', permissionNames: ['edit'] });
  await manage('role/create', { name: 'Reader' });
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  counter += 1;
  [top, middle, bottom] = ['top', 'middle', 'bottom'].map((name) => `${name}-${counter}`) as [
    string,
    string,
    string,
  ];
  await manage('tenant/create', { id: top, name: top });
  await manage('tenant/create', { id: middle, name: middle, parent: top });
  await manage('tenant/create', { id: bottom, name: bottom, parent: middle });
});

async function manage(path: string, body: object) {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const change = (id: string, changes: object) => manage('tenant/update', { id, name: id, ...changes });

async function newUser(userTenants: object[]): Promise<string> {
  const loginId = `user${++counter}@inherit.example`;
  await manage('user/create', { loginId, userTenants });
  return loginId;
}

async function signIn(loginId: string) {
  return manage('auth/signin', { loginId });
}

/** Returns the tenant claims of a session. */
async function tenantsOf(loginId: string): Promise<Record<string, { roles: string[] }>> {
  const { sessionJwt } = await signIn(loginId);
  return claimsOf(sessionJwt)['tenants'];
}

// biome-ignore lint/suspicious/noExplicitAny: the claims of a token.
function claimsOf(jwt: string): Record<string, any> {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
}

const editor = { roles: ['Editor'], permissions: ['edit'] };
const member = () => [{ tenantId: top, roleNames: ['Editor'] }];

describe('roles of a member of a tenant', () => {
  test('apply in its descendants, and never in its ancestors', async () => {
    expect(await tenantsOf(await newUser(member()))).toEqual({
      [top]: editor,
      [middle]: editor,
      [bottom]: editor,
    });
    expect(await tenantsOf(await newUser([{ tenantId: middle, roleNames: ['Editor'] }]))).toEqual({
      [middle]: editor,
      [bottom]: editor,
    });
  });

  test("are added to the member's own roles there", async () => {
    const loginId = await newUser([...member(), { tenantId: bottom, roleNames: ['Reader'] }]);
    const tenants = await tenantsOf(loginId);
    expect(tenants[bottom]).toEqual({ roles: ['Reader', 'Editor'], permissions: ['edit'] });
    expect(tenants[middle]).toEqual(editor);
  });

  test('are not inherited by members without roles', async () => {
    expect(Object.keys(await tenantsOf(await newUser([{ tenantId: top }])))).toEqual([top]);
  });

  test('stop at a tenant with none, both from above and downwards', async () => {
    await change(middle, { roleInheritance: 'none' });
    expect(Object.keys(await tenantsOf(await newUser(member())))).toEqual([top]);
    const below = await newUser([{ tenantId: middle, roleNames: ['Editor'] }]);
    expect(Object.keys(await tenantsOf(below))).toEqual([middle]);
    await change(middle, { roleInheritance: '' });
    expect(Object.keys(await tenantsOf(below))).toEqual([middle, bottom]);
  });

  test.each([{ disabled: true }, { enforceSSO: true }])('stop before a tenant with %j', async (closed) => {
    const loginId = await newUser(member());
    await change(middle, closed);
    expect(Object.keys(await tenantsOf(loginId))).toEqual([top]);
  });

  test('end at the next refresh when the tenant is set to none', async () => {
    const loginId = await newUser(member());
    const { refreshJwt } = await signIn(loginId);
    await change(top, { roleInheritance: 'none' });
    const { body } = await latchkey.request('POST', '/v1/auth/refresh', {
      bearer: `${latchkey.projectId}:${refreshJwt}`,
    });
    expect(Object.keys(claimsOf(body.sessionJwt)['tenants'])).toEqual([top]);
  });

  test("allow selecting a sub-tenant, while the user's only own tenant is selected automatically", async () => {
    const loginId = await newUser(member());
    const { sessionJwt, refreshJwt } = await signIn(loginId);
    expect(claimsOf(sessionJwt)['dct']).toBe(top);
    const bearer = `${latchkey.projectId}:${refreshJwt}`;
    const listed = await latchkey.request('POST', '/v1/auth/me/tenants', { bearer, body: {} });
    expect(listed.body.tenants.map(({ id }: { id: string }) => id)).toEqual([top, middle, bottom]);
    const selected = await latchkey.request('POST', '/v1/auth/tenant/select', {
      bearer,
      body: { tenant: bottom },
    });
    expect(claimsOf(selected.body.sessionJwt)['dct']).toBe(bottom);
  });

  test("are not stored as the user's own", async () => {
    const loginId = await newUser(member());
    const { user } = await signIn(loginId);
    expect(user.userTenants).toEqual([
      { tenantId: top, tenantName: top, roleNames: ['Editor'], permissions: ['edit'] },
    ]);
    const found = await manage('user/search', { tenantIds: [middle] });
    expect(found.users).toEqual([]);
  });

  test('apply the session limits of the sub-tenants', async () => {
    const loginId = await newUser(member());
    await manage('tenant/settings', {
      tenantId: bottom,
      enabled: true,
      sessionTokenExpiration: 2,
      sessionTokenExpirationUnit: 'minutes',
    });
    const { exp, iat } = claimsOf((await signIn(loginId)).sessionJwt);
    expect(exp - iat).toBe(120);
  });

  test('apply in the hundred oldest sub-tenants in reach, to limit the size of a token', async () => {
    for (let index = 0; index < 101; index += 1) {
      await manage('tenant/create', { id: `${bottom}.${index}`, name: `${bottom}.${index}`, parent: bottom });
    }
    const tenants = Object.keys(await tenantsOf(await newUser(member())));
    expect(tenants).toHaveLength(101);
    expect(tenants).toContain(bottom);
    expect(tenants).not.toContain(`${bottom}.100`);
    const [other, below] = [`other-${counter}`, `below-${counter}`];
    await manage('tenant/create', { id: other, name: other });
    await manage('tenant/create', { id: below, name: below, parent: other });
    const both = [bottom, other].map((tenantId) => ({ tenantId, roleNames: ['Editor'] }));
    const loginId = await newUser(both);
    expect(Object.keys(await tenantsOf(loginId))).not.toContain(below);
    await change(bottom, { disabled: true });
    expect(Object.keys(await tenantsOf(loginId))).toEqual([other, below]);
  });

  test('bring the policy and the limits of every sub-tenant, also beside a hundred that are not in reach', async () => {
    for (let index = 0; index < 100; index += 1) {
      await manage('tenant/create', { id: `${bottom}.${index}`, name: `${bottom}.${index}`, parent: bottom });
    }
    const [other, below] = [`other-${counter}`, `below-${counter}`];
    await manage('tenant/create', { id: other, name: other });
    await manage('tenant/create', { id: below, name: below, parent: other });
    const limits = { sessionTokenExpiration: 2, refreshTokenExpiration: 60 };
    const units = { sessionTokenExpirationUnit: 'minutes', refreshTokenExpirationUnit: 'minutes' };
    await change(bottom, { disabled: true });
    const userTenants = [bottom, other].map((tenantId) => ({ tenantId, roleNames: ['Editor'] }));
    const user = await createNamedUser(latchkey, { userTenants });
    const { body } = await signInByPassword(latchkey, user);
    expect(Object.keys(claimsOf(body.sessionJwt)['tenants'])).toEqual([other, below]);
    await manage('tenant/settings', { tenantId: below, enabled: true, ...limits, ...units });
    const { claims } = (await signInByPassword(latchkey, user)).body;
    expect(claims.exp - claims.iat).toBe(120);
    const list = () => manage('user/sessions', { identifier: user.loginId });
    expect((await list()).sessions).toHaveLength(2);
    latchkey.advance(61 * 60_000);
    expect((await withToken(latchkey, 'GET', '/v1/auth/me', body.refreshJwt)).body.errorCode).toBe('E064001');
    expect((await list()).sessions).toEqual([]);
    await setPolicy(latchkey, { when: 'always', methods: ['totp'] }, { tenantId: below });
    expect(await demandOf(latchkey, user)).toMatchObject({ methods: ['totp'], enrol: true });
  });
});

test('an access key inherits like a user, except for tenants with userOnly', async () => {
  const { cleartext } = await manage('accesskey/create', {
    name: `key ${counter}`,
    keyTenants: [{ tenantId: top, roleNames: ['Editor'] }],
  });
  const tenants = async () => {
    const { body } = await latchkey.request('POST', '/v1/auth/accesskey/exchange', {
      bearer: `${latchkey.projectId}:${cleartext}`,
      body: {},
    });
    return claimsOf(body.sessionJwt)['tenants'];
  };
  expect(await tenants()).toEqual({ [top]: editor, [middle]: editor, [bottom]: editor });
  await change(middle, { roleInheritance: 'userOnly' });
  expect(Object.keys(await tenants())).toEqual([top]);
  expect(Object.keys(await tenantsOf(await newUser(member())))).toEqual([top, middle, bottom]);
});
