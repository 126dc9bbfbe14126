import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { exportFrom, startWithFullProject } from '../../../../test/snapshots.ts';
import { ssoAdmin, tenantAdmin, userAdmin } from '../../../core/built-in-rights.ts';

let latchkey: Latchkey;
type Manage = Latchkey['manage'];
type Named = { id: string; name: string };

beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const rolesOf = async (manage: Manage) => (await manage('GET', '/v1/mgmt/role/all')).body.roles;
const permissionsOf = async (manage: Manage) =>
  (await manage('GET', '/v1/mgmt/permission/all')).body.permissions;
const builtInIds = (list: Named[]) =>
  list
    .map(({ id }) => id)
    .filter((id) => /^[ER]0{15}/.test(id))
    .sort();

/** Makes the project like one that had a role and a permission of these names before they were built in. */
async function useNamesOf(projectId: string, manage: Manage): Promise<void> {
  const { db } = latchkey.service;
  await db.deleteFrom('roles').where('projectId', '=', projectId).where('id', '=', tenantAdmin.id).execute();
  await db
    .deleteFrom('permissions')
    .where('projectId', '=', projectId)
    .where('id', '=', userAdmin.id)
    .execute();
  await manage('POST', '/v1/mgmt/permission/create', { name: 'User Admin', description: 'Ours' });
  await manage('POST', '/v1/mgmt/role/create', { name: 'Tenant Admin', permissionNames: ['User Admin'] });
}

describe('the built-in role', () => {
  test('is in every new project, with its permissions', async () => {
    expect((await rolesOf(latchkey.manage)).filter(({ id }: Named) => id === tenantAdmin.id)).toEqual([
      {
        ...tenantAdmin,
        permissionNames: [ssoAdmin.name, userAdmin.name],
        createdTime: expect.any(Number),
        tenantId: '',
        default: false,
        private: false,
        systemDefault: true,
      },
    ]);
  });

  test('is given in a tenant to users and access keys', async () => {
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme' });
    const grants = [{ tenantId: 'acme', roleNames: ['Tenant Admin'] }];
    const user = await latchkey.manage('POST', '/v1/mgmt/user/create', {
      loginId: 'ann',
      userTenants: grants,
    });
    expect(user.body.user.userTenants).toMatchObject(grants);
    const key = await latchkey.manage('POST', '/v1/mgmt/accesskey/create', { name: 'k', keyTenants: grants });
    expect(key.body.key.keyTenants).toMatchObject(grants);
  });

  test('cannot be renamed, changed, made a default or deleted, by name, by ID or in a batch', async () => {
    const before = await rolesOf(latchkey.manage);
    const name = 'Tenant Admin';
    const attempts: [string, object][] = [
      ['update', { name, newName: 'Other' }],
      ['update', { id: tenantAdmin.id, newName: name, permissionNames: [] }],
      ['update', { name, newName: name, default: true }],
      ['update/batch', { roles: [{ id: tenantAdmin.id, newName: name, private: true }] }],
      ['delete', { name }],
      ['delete', { id: tenantAdmin.id }],
      ['delete/batch', { roleNames: [name] }],
      ['delete/batch', { roleIds: [tenantAdmin.id] }],
    ];
    for (const [path, body] of attempts)
      expect([path, (await latchkey.manage('POST', `/v1/mgmt/role/${path}`, body)).body.errorCode]).toEqual([
        path,
        'E111402',
      ]);
    const again = await latchkey.manage('POST', '/v1/mgmt/role/create', { name });
    expect(again.body.errorCode).toBe('E111401');
    expect(await rolesOf(latchkey.manage)).toEqual(before);
  });
});

describe('a project that used the names before', () => {
  let manage: Manage;
  let projectId: string;
  beforeEach(async () => {
    const other = await latchkey.addProject();
    projectId = other.projectId;
    manage = (method, path, body) =>
      latchkey.request(method, path, { bearer: `${projectId}:${other.managementKey}`, body });
    await useNamesOf(projectId, manage);
  });

  test('changes and deletes its own role and permission, and then gets the built-in ones', async () => {
    expect(builtInIds(await rolesOf(manage))).toEqual([]);
    expect(builtInIds(await permissionsOf(manage))).toEqual([ssoAdmin.id]);
    const role = { name: 'Tenant Admin', newName: 'Tenant Admin', description: 'Ours', permissionNames: [] };
    expect((await manage('POST', '/v1/mgmt/role/update', role)).status).toBe(200);
    expect(builtInIds(await rolesOf(manage))).toEqual([]);
    await manage('POST', '/v1/mgmt/role/update', { ...role, newName: 'Our Admin' });
    const given = async () =>
      (await rolesOf(manage)).find(({ id }: Named) => id === tenantAdmin.id)?.permissionNames;
    expect(await given()).toEqual([ssoAdmin.name]);
    await manage('POST', '/v1/mgmt/permission/delete', { name: 'User Admin' });
    expect(builtInIds(await permissionsOf(manage))).toEqual([userAdmin.id, ssoAdmin.id].sort());
    expect(await given()).toEqual([ssoAdmin.name, userAdmin.name]);
  });

  test('gets the built-in role when its own one is deleted, without its holders', async () => {
    await manage('POST', '/v1/mgmt/user/create', { loginId: 'ann', roleNames: ['Tenant Admin'] });
    await manage('POST', '/v1/mgmt/role/delete', { name: 'Tenant Admin' });
    expect(builtInIds(await rolesOf(manage))).toEqual([tenantAdmin.id]);
    expect((await manage('GET', '/v1/mgmt/user?loginId=ann')).body.user.roleNames).toEqual([]);
  });

  test('keeps them in a snapshot, where they grant as little', async () => {
    const files = await exportFrom(manage);
    const other = await latchkey.addProject();
    const into: Manage = (method, path, body) =>
      latchkey.request(method, path, { bearer: `${other.projectId}:${other.managementKey}`, body });
    const imported = await into('POST', '/v1/mgmt/project/snapshot/import', { files });
    expect(imported).toMatchObject({ status: 200 });
    expect(builtInIds(await rolesOf(into))).toEqual([]);
    expect(builtInIds(await permissionsOf(into))).toEqual([ssoAdmin.id]);
    expect(await exportFrom(into)).toEqual(files);
  });

  test('does not take the built-in role away from its holders elsewhere by a snapshot', async () => {
    const files = await exportFrom(manage);
    const other = await latchkey.addProject();
    const into: Manage = (method, path, body) =>
      latchkey.request(method, path, { bearer: `${other.projectId}:${other.managementKey}`, body });
    await into('POST', '/v1/mgmt/user/create', { loginId: 'ann', roleNames: ['Tenant Admin'] });
    const imported = await into('POST', '/v1/mgmt/project/snapshot/import', { files });
    expect(imported).toMatchObject({ status: 400, body: { errorCode: 'E113007' } });
    expect(imported.body.errorMessage).toContain('Tenant Admin');
    expect(builtInIds(await permissionsOf(into))).toEqual([userAdmin.id, ssoAdmin.id].sort());
  });
});

test('a snapshot of a project with the built-in role does not name it', async () => {
  const full = await startWithFullProject();
  expect(JSON.stringify(full.files['roles.json'])).not.toContain('Tenant Admin');
  expect(JSON.stringify(full.files['permissions.json'])).not.toContain('Admin');
  await full.close();
});
