import { afterAll, beforeAll, expect, test } from 'vitest';
import { effects } from '../../../../test/effects/effects.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { answer } from '../../../core/event.ts';
import { removeMembers } from '../users/delete-in-tenant.ts';
import { deleteTenant } from './delete-tenant.ts';
import { memberRemoval } from './events.ts';

let latchkey: Latchkey;
let sdk: ReturnType<Latchkey['sdk']>;

beforeAll(async () => {
  latchkey = await startLatchkey();
  sdk = latchkey.sdk();
});
afterAll(() => latchkey.close());

const manage = (path: string, body: unknown) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);

async function createUser(loginId: string, tenantIds: string[], roleNames: string[] = []): Promise<void> {
  const userTenants = tenantIds.map((tenantId) => ({ tenantId, roleNames }));
  const created = await manage('user/create', { loginId, userTenants });
  expect(created.status).toBe(200);
}

const exists = async (loginId: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?loginid=${loginId}`)).status === 200;

test('deleting a tenant deletes its memberships and roles and keeps its users', async () => {
  const { tenant, role } = sdk.management;
  await tenant.createWithId('gone', 'Gone');
  await tenant.createWithId('stays', 'Stays');
  await role.create('Admin');
  await role.create('Local', '', [], 'gone');
  await createUser('ann', ['gone', 'stays'], ['Admin']);
  await createUser('bob', ['gone'], ['Admin', 'Local']);
  expect((await tenant.delete('gone')).ok).toBe(true);
  expect((await tenant.load('gone')).code).toBe(404);
  const { data: user } = await sdk.management.user.load('ann');
  expect(user?.userTenants).toEqual([expect.objectContaining({ tenantId: 'stays', roleNames: ['Admin'] })]);
  expect(await exists('bob')).toBe(true);
  expect((await role.loadAll()).data?.map((one) => one.name)).toEqual(['Tenant Admin', 'Admin']);
});

test('a tenant created again with the same ID assigns no rights of the first one', async () => {
  const { tenant } = sdk.management;
  await tenant.createWithId('again', 'Again');
  await createUser('cara', ['again'], ['Admin']);
  await tenant.delete('again');
  await tenant.createWithId('again', 'Again');
  await manage('user/update/tenant/add', { loginId: 'cara', tenantId: 'again' });
  const grants = await latchkey.service.db
    .selectFrom('userRoles')
    .selectAll()
    .where('projectId', '=', latchkey.projectId)
    .where('tenantId', '=', 'again')
    .execute();
  expect(grants).toEqual([]);
});

test('with cascade, users who belong to this tenant only are deleted, and the audit log records each', async () => {
  const { tenant } = sdk.management;
  await tenant.createWithId('first', 'First');
  await tenant.createWithId('second', 'Second');
  await createUser('only', ['first'], ['Admin']);
  await createUser('both', ['first', 'second']);
  await createUser('other', ['second']);
  await createUser('none', []);
  const deleted = await effects(latchkey, () => tenant.delete('first', true)).toBe({
    audit: [
      { action: 'TenantDeleted', tenantId: 'first', actorType: 'managementKey' },
      { action: 'UserDeleted', tenantId: 'first', actorType: 'managementKey' },
    ],
    rows: ['-1 loginIds', '-2 tenantMembers', '-1 tenants', '-1 userRoles', '-1 users'],
  });
  expect(deleted.ok).toBe(true);
  expect(await Promise.all(['only', 'both', 'other', 'none'].map(exists))).toEqual([false, true, true, true]);
});

async function fill(tenantId: string, others: string[]): Promise<void> {
  await sdk.management.tenant.createWithId(tenantId, tenantId);
  for (const page of [0, 100]) {
    const users = Array.from({ length: 100 }, (_, index) => ({
      loginId: `${tenantId}-${page + index}`,
      userTenants: [tenantId, ...(index === 7 ? others : [])].map((tenantId) => ({
        tenantId,
        roleNames: ['Admin'],
      })),
    }));
    expect((await manage('user/create/batch', { users })).status).toBe(200);
  }
}

const countIn = async (table: 'tenantMembers' | 'userRoles', tenantId: string) =>
  (
    await latchkey.service.db
      .selectFrom(table)
      .select('userId')
      .where('projectId', '=', latchkey.projectId)
      .where('tenantId', '=', tenantId)
      .execute()
  ).length;

test('with many members, an interrupted deletion leaves a disabled tenant, and the next call continues', async () => {
  await sdk.management.tenant.createWithId('haven', 'Haven');
  await fill('large', ['haven']);
  const { refreshJwt } = (await manage('auth/signin', { loginId: 'large-150' })).body;
  const bearer = `${latchkey.projectId}:${refreshJwt}`;
  const refresh = () => latchkey.request('POST', '/v1/auth/refresh', { bearer });
  expect((await refresh()).status).toBe(200);

  let pages = 0;
  const { reactions } = latchkey.context;
  const interrupted = answer(memberRemoval, (ctx, removal) => {
    if (++pages === 2) throw new Error('the server stopped');
    return removeMembers(ctx, removal);
  });
  const ctx = { ...latchkey.context, reactions: new Map(reactions).set(memberRemoval, [interrupted]) };
  const deletion = deleteTenant(ctx, 'large', { cascade: true });
  await expect(deletion).rejects.toThrow('the server stopped');
  expect((await sdk.management.tenant.load('large')).data).toMatchObject({ disabled: true });
  expect(await countIn('tenantMembers', 'large')).toBe(100);
  expect(await countIn('userRoles', 'large')).toBe(100);

  expect((await manage('tenant/delete', { id: 'large', cascade: true })).status).toBe(200);
  expect((await sdk.management.tenant.load('large')).code).toBe(404);
  expect((await refresh()).status).toBe(401);
  expect(await Promise.all(['large-7', 'large-107', 'large-8', 'large-199'].map(exists))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(await countIn('userRoles', 'large')).toBe(0);
  const { body } = await manage('audit/search', {
    tenants: ['large'],
    actions: ['UserDeleted'],
    size: 1_000,
  });
  expect(body.total).toBe(198);
});

test('with many members and without cascade, all users stay', async () => {
  await fill('wide', []);
  expect((await manage('tenant/delete', { id: 'wide' })).status).toBe(200);
  expect((await sdk.management.tenant.load('wide')).code).toBe(404);
  expect(await Promise.all(['wide-0', 'wide-150'].map(exists))).toEqual([true, true]);
  expect(await countIn('userRoles', 'wide')).toBe(0);
  const { data: user } = await sdk.management.user.load('wide-7');
  expect(user?.userTenants).toEqual([]);
});

test('deleting an unknown tenant is 404, and a missing ID is refused', async () => {
  expect((await manage('tenant/delete', { id: 'nobody' })).body.errorCode).toBe('E111202');
  expect((await manage('tenant/delete', { id: '' })).body.errorCode).toBe('E011002');
});

test('roles created while their tenant is deleted do not outlive it', async () => {
  for (let round = 0; round < 5; round++) {
    const tenantId = `race-${round}`;
    await sdk.management.tenant.createWithId(tenantId, tenantId);
    const names = ['a', 'b', 'c', 'd'];
    const answers = await Promise.all([
      ...names.map((name) => manage('role/create', { name, tenantId })),
      manage('tenant/delete', { id: tenantId }),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    const left = await manage('role/search', { tenantIds: [tenantId] });
    expect(left.body.roles).toEqual([]);
  }
});
