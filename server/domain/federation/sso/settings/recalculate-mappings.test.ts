import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { logUsers } from '../../../directory/users/search/log-users.ts';
import { idp } from '../saml/idp-fixture.ts';
import { insertIdentity } from '../store-sign-in.ts';

let latchkey: Latchkey;
let count = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const name of ['Admin', 'Reader', 'Writer'])
    await latchkey.manage('POST', '/v1/mgmt/role/create', { name });
});
afterAll(() => latchkey.close());

async function newTenant(): Promise<string> {
  const id = `tenant-${++count}`;
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id, name: id });
  return id;
}

async function configure(
  tenantId: string,
  mappings: Record<string, string>,
  more: object = {},
  ssoId?: string,
) {
  const roleMappings = Object.entries(mappings).map(([group, roleName]) => ({ groups: [group], roleName }));
  const settings = {
    idpUrl: idp.redirectUrl,
    entityId: idp.entityId,
    idpCert: idp.certificate,
    roleMappings,
    ...more,
  };
  const answer = await latchkey.manage('POST', '/v1/mgmt/sso/saml', { tenantId, ssoId, settings });
  expect(answer.status).toBe(200);
}

/** Creates a user who has signed in through SSO with these groups. */
async function newUser(tenantId: string, groups: string[], roleNames: string[] = []): Promise<string> {
  const loginId = `user-${++count}@corp.example`;
  const userTenants = [{ tenantId, roleNames }];
  const { body } = await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId, userTenants });
  await addIdentity(tenantId, body.user.userId, groups);
  return body.user.userId;
}

const addIdentity = (tenantId: string, userId: string, groups: string[], connectionId = 'default_ssoid') =>
  insertIdentity(latchkey.service.db, {
    projectId: latchkey.projectId,
    tenantId,
    connectionId,
    subject: `${idp.entityId} ${userId}`,
    userId,
    groups: JSON.stringify(groups),
    createdAt: Date.now(),
  });

async function recalculate(tenantId: string, ssoId?: string) {
  const answer = await latchkey.manage('POST', '/v1/mgmt/sso/recalculate-mappings', { tenantId, ssoId });
  expect(answer).toMatchObject({ status: 200, body: {} });
}

async function rolesOf(userId: string): Promise<string[]> {
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?userid=${userId}`);
  return body.user.userTenants[0]?.roleNames ?? [];
}

describe('recalculating the roles that SSO grants', () => {
  test('follows the current mapping and the groups of the last sign-in', async () => {
    const tenantId = await newTenant();
    await configure(tenantId, { staff: 'Reader', bosses: 'Admin' });
    const [boss, worker] = [await newUser(tenantId, ['bosses', 'staff']), await newUser(tenantId, ['staff'])];
    await recalculate(tenantId);
    expect(await rolesOf(boss)).toEqual(['Admin', 'Reader']);
    expect(await rolesOf(worker)).toEqual(['Reader']);
    await configure(tenantId, { staff: 'Writer' }, { defaultSSORoles: ['Reader'] });
    await recalculate(tenantId);
    expect(await rolesOf(boss)).toEqual(['Reader', 'Writer']);
    await configure(tenantId, {});
    await recalculate(tenantId);
    expect(await rolesOf(worker)).toEqual([]);
  });

  test('keeps roles that an administrator assigned', async () => {
    const tenantId = await newTenant();
    await configure(tenantId, { staff: 'Admin', bosses: 'Writer' });
    const userId = await newUser(tenantId, ['staff', 'bosses'], ['Admin']);
    await recalculate(tenantId);
    expect(await rolesOf(userId)).toEqual(['Admin', 'Writer']);
    await configure(tenantId, {});
    await recalculate(tenantId);
    expect(await rolesOf(userId)).toEqual(['Admin']);
  });

  test('grants no deleted role', async () => {
    const tenantId = await newTenant();
    await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Passing', tenantId });
    await configure(tenantId, { staff: 'Passing', bosses: 'Reader' });
    const userId = await newUser(tenantId, ['staff', 'bosses']);
    await latchkey.manage('POST', '/v1/mgmt/role/delete', { name: 'Passing', tenantId });
    await recalculate(tenantId);
    expect(await rolesOf(userId)).toEqual(['Reader']);
  });

  test('keeps roles that another connection of the tenant granted the same user', async () => {
    const tenantId = await newTenant();
    await configure(tenantId, { staff: 'Reader' });
    await latchkey.manage('POST', '/v1/mgmt/sso/settings/new', {
      tenantId,
      ssoId: 'second',
      displayName: 'Second',
    });
    await configure(tenantId, { staff: 'Writer' }, {}, 'second');
    const userId = await newUser(tenantId, ['staff']);
    await addIdentity(tenantId, userId, ['staff'], 'second');
    await recalculate(tenantId);
    expect(await rolesOf(userId)).toEqual(['Reader', 'Writer']);
    await recalculate(tenantId, 'second');
    expect(await rolesOf(userId)).toEqual(['Reader', 'Writer']);
  });

  test('changes no user outside of the tenant', async () => {
    const [tenantId, other] = [await newTenant(), await newTenant()];
    await configure(tenantId, { staff: 'Reader' });
    await configure(other, { staff: 'Admin' });
    const stranger = await newUser(other, ['staff']);
    const left = await newUser(tenantId, ['staff']);
    await latchkey.service.db
      .deleteFrom('tenantMembers')
      .where('projectId', '=', latchkey.projectId)
      .where('userId', '=', left)
      .execute();
    await logUsers(latchkey.context, [left]);
    await recalculate(tenantId);
    expect(await rolesOf(stranger)).toEqual([]);
    const held = latchkey.service.db.selectFrom('userRoles').select('roleId').where('userId', '=', left);
    expect(await held.where('projectId', '=', latchkey.projectId).execute()).toEqual([]);
  });

  test('covers all users even if they are many', async () => {
    const tenantId = await newTenant();
    await configure(tenantId, { staff: 'Reader' });
    const userIds: string[] = [];
    for (let i = 0; i < 405; i++) userIds.push(await newUser(tenantId, ['staff']));
    await recalculate(tenantId);
    const { body } = await latchkey.manage('POST', '/v1/mgmt/user/search', {
      tenantIds: [tenantId],
      roleNames: ['Reader'],
      limit: 1,
    });
    expect(body.total).toBe(userIds.length);
  });

  test('needs an existing tenant and connection', async () => {
    const path = '/v1/mgmt/sso/recalculate-mappings';
    expect((await latchkey.manage('POST', path, { tenantId: 'none' })).body.errorCode).toBe('E111202');
    const body = { tenantId: await newTenant(), ssoId: 'none' };
    expect((await latchkey.manage('POST', path, body)).body.errorCode).toBe('E111302');
  });
});
