import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';

/** Tests that data of one project does not exist for another. */

let latchkey: Latchkey;
let stranger: { projectId: string; managementKey: string };
let userId: string;
const loginId = 'ann@isolated.example';

beforeAll(async () => {
  latchkey = await startLatchkey();
  stranger = await latchkey.addProject();
  await own('POST', 'tenant/create', { id: 'ours', name: 'Ours' });
  await own('POST', 'role/create', { name: 'Ours' });
  await own('POST', 'sso/idp/app/oidc/create', {
    id: 'ours',
    name: 'Ours',
    loginPageUrl: 'https://app.example/',
  });
  await own('POST', 'user/customattribute/create', { attributes: [{ name: 'ours', type: 1 }] });
  const { body } = await own('POST', 'user/create', {
    loginId,
    additionalLoginIds: ['ann'],
    test: true,
    displayName: 'Ann',
    ssoAppIds: ['ours'],
    customAttributes: { ours: 'x' },
    userTenants: [{ tenantId: 'ours', roleNames: ['Ours'] }],
  });
  userId = body.user.userId;
});
afterAll(() => latchkey.close());

function own(method: string, path: string, body?: unknown): Promise<Answer> {
  return latchkey.manage(method, `/v1/mgmt/${path}`, body);
}

function strange(method: string, path: string, body?: unknown): Promise<Answer> {
  const bearer = `${stranger.projectId}:${stranger.managementKey}`;
  return latchkey.request(method, `/v1/mgmt/${path}`, { bearer, body });
}

test.each([
  ['POST', 'user/update', { displayName: 'X' }],
  ['PATCH', 'user/patch', { displayName: 'X' }],
  ['POST', 'user/update/status', { status: 'disabled' }],
  ['POST', 'user/update/loginid', { newLoginId: 'x' }],
  ['POST', 'user/update/email', { email: '' }],
  ['POST', 'user/update/phone', { phone: '' }],
  ['POST', 'user/update/recovery/email', { recoveryEmail: '' }],
  ['POST', 'user/update/recovery/phone', { recoveryPhone: '' }],
  ['POST', 'user/update/name', { displayName: 'X' }],
  ['POST', 'user/update/picture', { picture: '' }],
  ['POST', 'user/update/customAttribute', { attributeKey: 'ours', attributeValue: 'y' }],
  ['POST', 'user/update/role/set', { roleNames: [] }],
  ['POST', 'user/update/role/add', { roleNames: [] }],
  ['POST', 'user/update/role/remove', { roleNames: [] }],
  ['POST', 'user/update/tenant/remove', { tenantId: 'ours' }],
  ['POST', 'user/update/ssoapp/set', { ssoAppIds: [] }],
  ['POST', 'user/totp/delete', {}],
  ['POST', 'user/logout', {}],
  ['POST', 'user/delete', {}],
  ['POST', 'user/delete/batch', {}],
] as const)('%s %s does not find another project’s user', async (method, path, body) => {
  const before = await own('GET', `user?userId=${userId}`);
  for (const who of [loginId, 'ann', userId]) {
    const answer = await strange(method, path, { loginId: who, userIds: [userId], ...body });
    // The endpoint checks the attribute first, and this project does not have it.
    const expected = path === 'user/update/customAttribute' ? 400 : 404;
    expect(answer.status).toBe(expected);
  }
  expect(await own('GET', `user?userId=${userId}`)).toMatchObject({ status: 200, body: before.body });
});

test('another project’s tenants, roles, applications and attributes cannot be assigned', async () => {
  await strange('POST', 'user/create', { loginId: 'theirs' });
  for (const [path, body] of [
    ['user/create', { loginId: 'x', userTenants: [{ tenantId: 'ours' }] }],
    ['user/create', { loginId: 'x', roleNames: ['Ours'] }],
    ['user/create', { loginId: 'x', ssoAppIds: ['ours'] }],
    ['user/create', { loginId: 'x', customAttributes: { ours: 'x' } }],
    ['user/update', { loginId: 'theirs', userTenants: [{ tenantId: 'ours' }] }],
    ['user/update/tenant/add', { loginId: 'theirs', tenantId: 'ours' }],
    ['user/update/tenant/remove', { loginId: 'theirs', tenantId: 'ours' }],
    ['user/update/role/add', { loginId: 'theirs', roleNames: ['Ours'] }],
    ['user/update/role/set', { loginId: 'theirs', tenantId: 'ours', roleNames: [] }],
    ['user/update/ssoapp/add', { loginId: 'theirs', ssoAppIds: ['ours'] }],
    ['user/update/customAttribute', { loginId: 'theirs', attributeKey: 'ours', attributeValue: 'x' }],
  ] as const) {
    expect(await strange('POST', path, body), path).toMatchObject({
      status: 400,
      body: { errorCode: 'E011004' },
    });
  }
});

test('bulk reads and deletions stay within the project', async () => {
  expect((await strange('GET', `user?userId=${userId}`)).status).toBe(404);
  expect((await strange('GET', `user?loginId=${loginId}`)).status).toBe(404);
  expect((await strange('POST', 'users/load', { userIds: [userId] })).body).toEqual({ users: [], total: 0 });
  expect((await strange('POST', 'user/history', [userId])).body).toEqual([]);
  await strange('DELETE', 'user/test/delete/all');
  expect((await own('GET', `user?userId=${userId}`)).status).toBe(200);
});

test('a login ID of one project is free in another and does not conflict with addresses there', async () => {
  const { status, body } = await strange('POST', 'user/create', { loginId });
  expect(status).toBe(200);
  expect(body.user.userId).not.toBe(userId);
  await strange('POST', 'user/create', { loginId: 'other' });
  const free = 'free@isolated.example';
  await own('POST', 'user/create', { loginId: free });
  expect((await strange('POST', 'user/update/email', { loginId: 'other', email: free })).status).toBe(200);
});
