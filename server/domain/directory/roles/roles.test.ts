import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

type Management = ReturnType<Latchkey['sdk']>['management'];

let latchkey: Latchkey;
let roles: Management['role'];
let permissions: Management['permission'];

beforeAll(async () => {
  latchkey = await startLatchkey();
  ({ role: roles, permission: permissions } = latchkey.sdk().management);
  await permissions.createBatch([
    { name: 'read', systemDefault: false },
    { name: 'write', systemDefault: false },
  ]);
  await latchkey.sdk().management.tenant.createWithId('acme', 'Acme');
});
afterAll(() => latchkey.close());

const manage = (path: string, body: unknown) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);
const search = async (body: unknown) =>
  (await manage('role/search', body)).body.roles.map((role: { name: string }) => role.name) as string[];

describe('a role', () => {
  test('created by the public SDK is returned with all fields and listed', async () => {
    const created = await manage('role/create', {
      name: ' Editor ',
      permissionNames: ['write', 'read', 'read'],
    });
    expect(created.body).toEqual({
      id: expect.stringMatching(/^R[0-9A-Za-z]{27}$/),
      name: 'Editor',
      description: '',
      permissionNames: ['read', 'write'],
      createdTime: expect.any(Number),
      tenantId: '',
      default: false,
      private: false,
      systemDefault: false,
    });
    expect(created.body.createdTime).toBeLessThan(2 ** 31);
    expect((await roles.create('Viewer', 'Looks', ['read'], 'acme', true)).ok).toBe(true);
    const { data } = await roles.loadAll();
    expect(data?.find((role) => role.name === 'Viewer')).toMatchObject({
      description: 'Looks',
      permissionNames: ['read'],
      tenantId: 'acme',
      default: true,
    });
  });

  test('can share its name with a role elsewhere, but not in the same tenant or project', async () => {
    expect((await roles.create('Twin')).ok).toBe(true);
    expect((await roles.create('Twin', '', [], 'acme')).ok).toBe(true);
    for (const tenantId of ['', 'acme']) {
      expect((await manage('role/create', { name: 'Twin', tenantId })).body.errorCode).toBe('E111401');
    }
  });

  test.each([
    ['no name', { name: '' }, 'E011002', 'The name field is required'],
    ['an unknown tenant', { name: 'x', tenantId: 'nobody' }, 'E111202', /nobody/],
    ['an unknown permission', { name: 'x', permissionNames: ['read', 'fly'] }, 'E011004', /fly/],
  ])('is refused with %s', async (_, body, errorCode, message) => {
    const answer = await manage('role/create', body);
    expect(answer.body).toMatchObject({ errorCode, errorMessage: expect.stringMatching(message) });
    expect(await search({ roleNames: ['x'] })).toEqual([]);
  });
});

describe('an update', () => {
  test('overwrites everything, by name or by ID', async () => {
    const created = await manage('role/create', {
      name: 'Draft',
      description: 'd',
      permissionNames: ['read'],
      default: true,
    });
    expect((await roles.update('Draft', 'Final')).ok).toBe(true);
    const [role] = (await manage('role/search', { roleNames: ['Final'] })).body.roles;
    expect(role).toMatchObject({ id: created.body.id, description: '', permissionNames: [], default: false });
    const updated = await manage('role/update', {
      id: role.id,
      newName: 'Final',
      permissionNames: ['write'],
      private: true,
    });
    expect(updated.body).toMatchObject({
      id: role.id,
      name: 'Final',
      permissionNames: ['write'],
      private: true,
    });
    expect(await search({ roleNames: ['Draft'] })).toEqual([]);
  });

  test('applies to the role of the given tenant', async () => {
    await roles.create('Scoped', 'of the project');
    await roles.create('Scoped', 'of the tenant', [], 'acme');
    await roles.update('Scoped', 'Renamed', 'x', [], 'acme');
    expect(await search({ roleNames: ['Scoped', 'Renamed'], tenantIds: ['acme'] })).toEqual(['Renamed']);
    expect(await search({ roleNames: ['Scoped'] })).toEqual(['Scoped']);
    const [project] = (await manage('role/search', { roleNames: ['Scoped'] })).body.roles;
    const elsewhere = await manage('role/update', { id: project.id, tenantId: 'acme', newName: 'y' });
    expect(elsewhere.body.errorCode).toBe('E111402');
  });

  test('to the name of another role is refused and changes nothing', async () => {
    await roles.createBatch([{ name: 'Left' }, { name: 'Right' }] as never);
    expect((await manage('role/update', { name: 'Left', newName: 'Right' })).body.errorCode).toBe('E111401');
    expect((await search({ roleNames: ['Left', 'Right'] })).sort()).toEqual(['Left', 'Right']);
  });

  test('without a role, or of an unknown one, is refused', async () => {
    expect((await manage('role/update', { newName: 'x' })).body.errorCode).toBe('E011002');
    expect((await manage('role/update', { name: 'Nobody', newName: 'x' })).status).toBe(404);
  });
});

describe('a batch', () => {
  test('creates, changes and deletes all of its roles', async () => {
    const created = await roles.createBatch([
      { name: 'B1', permissionNames: ['read'] },
      { name: 'B2' },
    ] as never);
    expect(created.data?.map((role) => [role.name, role.permissionNames])).toEqual([
      ['B1', ['read']],
      ['B2', []],
    ]);
    const changes = created.data?.map((role) => ({ id: role.id, newName: `${role.name}!` }));
    const changed = await roles.updateBatch(changes as never);
    expect(changed.data?.map((role) => role.name)).toEqual(['B1!', 'B2!']);
    expect((await roles.deleteBatch(['B1!'], '', [created.data?.[1]?.id as string])).ok).toBe(true);
    expect(await search({ roleNames: ['B1!', 'B2!'] })).toEqual([]);
  });

  test('does nothing if one of its roles cannot be created, changed or deleted', async () => {
    await roles.create('Taken');
    for (const second of [{ name: 'Taken' }, { name: 'First' }, { name: 'x', permissionNames: ['fly'] }]) {
      expect((await manage('role/create/batch', { roles: [{ name: 'First' }, second] })).status).toBe(400);
    }
    expect(await search({ roleNames: ['First'] })).toEqual([]);
    const changes = [
      { name: 'Taken', newName: 'Moved' },
      { name: 'Nobody', newName: 'x' },
    ];
    expect((await manage('role/update/batch', { roles: changes })).status).toBe(404);
    expect((await manage('role/delete/batch', { roleNames: ['Taken', 'Nobody'] })).status).toBe(404);
    expect(await search({ roleNames: ['Taken', 'Moved'] })).toEqual(['Taken']);
  });

  test('without names or IDs is refused and deletes no role', async () => {
    const before = (await roles.loadAll()).data?.length;
    for (const body of [{}, { roleNames: [], roleIds: [] }, { roleNames: null, tenantId: 'acme' }]) {
      expect((await manage('role/delete/batch', body)).status).toBe(400);
    }
    expect((await roles.loadAll()).data?.length).toBe(before);
  });
});

describe('a deleted role', () => {
  test('is removed from all users', async () => {
    await roles.create('Holder', '', ['read']);
    await manage('user/create', { loginId: 'ann', roleNames: ['Holder'] });
    expect((await roles.delete('Holder')).ok).toBe(true);
    const { body } = await latchkey.manage('GET', '/v1/mgmt/user?loginid=ann');
    expect(body.user).toMatchObject({ roleNames: [], permissions: [] });
    expect((await manage('role/delete', { name: 'Holder' })).body.errorCode).toBe('E111402');
    expect((await manage('role/delete', {})).body.errorCode).toBe('E011002');
  });
});

describe('a role name within a tenant', () => {
  test("refers to the tenant's own role, or else to the one of the project", async () => {
    await roles.create('Ambiguous', '', ['read']);
    await roles.create('Ambiguous', '', ['write'], 'acme');
    await roles.create('Common', '', ['read']);
    const userTenants = [{ tenantId: 'acme', roleNames: ['Ambiguous', 'Common', 'Common'] }];
    const created = await manage('user/create', { loginId: 'bob', userTenants });
    expect(created.body.user.userTenants[0].permissions.sort()).toEqual(['read', 'write']);
    const tenantRole = await manage('user/create', { loginId: 'eve', roleNames: ['Viewer'] });
    expect(tenantRole.body).toMatchObject({
      errorCode: 'E011004',
      errorMessage: expect.stringContaining('Viewer'),
    });
  });
});

describe('a search', () => {
  beforeEach(async () => {
    await manage('role/create', { name: 'Ångström 100%', permissionNames: ['write'] });
    await manage('role/create', { name: 'zeta', tenantId: 'acme' });
  });

  test('finds parts of names in any case and treats wildcards literally', async () => {
    expect(await search({ roleNameLike: 'ÅNGSTRÖM' })).toEqual(['Ångström 100%']);
    expect(await search({ roleNameLike: '0%' })).toEqual(['Ångström 100%']);
    expect(await search({ roleNameLike: 'Å_g' })).toEqual([]);
    expect(await search({ text: 'zet', roleNameLike: 'eta' })).toEqual(['zeta']);
  });

  test('combines tenants, permissions, IDs, sort order and pages', async () => {
    expect(await search({ tenantIds: ['acme'], roleNames: ['zeta', 'Twin'] })).toEqual(['Twin', 'zeta']);
    const both = await search({
      tenantIds: ['acme'],
      includeProjectRoles: true,
      roleNames: ['Ångström 100%', 'zeta'],
    });
    expect(both.sort()).toEqual(['zeta', 'Ångström 100%'].sort());
    expect(await search({ permissionNames: ['write'], roleNameLike: 'gstr' })).toEqual(['Ångström 100%']);
    const sort = [{ field: 'name', desc: true }];
    const paged = (page: unknown) =>
      search({ roleNames: ['Taken', 'Common', 'Final'], sort, limit: 1, page });
    expect([await paged(0), await paged('1'), await paged(2), await paged(3)]).toEqual([
      ['Taken'],
      ['Final'],
      ['Common'],
      [],
    ]);
    expect(await paged('9007199254740991')).toEqual([]);
    expect((await search({})).length).toBe((await roles.loadAll()).data?.length);
  });
});

test('roles and permissions of another project cannot be used, changed or deleted', async () => {
  const { body: role } = await manage('role/create', { name: 'Private to us' });
  const other = await latchkey.addProject();
  const bearer = `${other.projectId}:${other.managementKey}`;
  const call = (path: string, body: unknown) =>
    latchkey.request('POST', `/v1/mgmt/${path}`, { bearer, body });
  expect((await call('role/update', { id: role.id, newName: 'x' })).status).toBe(404);
  expect((await call('role/delete', { id: role.id })).status).toBe(404);
  expect((await call('role/search', { roleIds: [role.id] })).body.roles).toEqual([]);
  expect((await call('role/create', { name: 'x', permissionNames: ['read'] })).body.errorCode).toBe(
    'E011004',
  );
  expect((await call('role/create', { name: 'x', tenantId: 'acme' })).status).toBe(404);
  expect((await call('permission/delete', { name: 'read' })).status).toBe(404);
});
