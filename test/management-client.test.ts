import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../client/client.ts';
import type { Failure, Result } from '../client/result.ts';
import { type Latchkey, startLatchkey } from './harness.ts';

/** The management operations of users through our own client, with their parameters in call order. */

let latchkey: Latchkey;
let user: Client['management']['user'];

beforeAll(async () => {
  latchkey = await startLatchkey();
  const { projectId, managementKey, baseUrl } = latchkey;
  const { management } = createClient({ projectId, managementKey, baseUrl });
  user = management.user;
  for (const id of ['acme', 'globex']) await management.tenant.create({ id, name: id });
  for (const name of ['Reader', 'Editor']) await management.role.create({ name });
  await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', {
    attributes: [{ name: 'city', type: 1 }],
  });
});
afterAll(() => latchkey.close());

async function dataOf<T>(result: Promise<Result<T>>): Promise<T> {
  const settled = await result;
  if (!settled.ok) throw new Error(settled.error.errorMessage);
  return settled.data;
}

async function errorOf(result: Promise<Result<unknown>>): Promise<Failure & { code: number }> {
  const settled = await result;
  if (settled.ok) throw new Error('it was not refused');
  return { ...settled.error, code: settled.code };
}

const picture = 'https://example.com/ann.png';
const apps = ['descope-default-oidc'];

test('create and update accept every field', async () => {
  const member = [{ tenantId: 'acme', roleNames: ['Reader'] }];
  const created = await dataOf(
    user.create(
      'ann',
      'ann@client.example',
      '+12025550101',
      'Ann',
      [],
      member,
      { city: 'Oslo' },
      picture,
      true,
      false,
      ['ann2'],
    ),
  );
  expect(created).toMatchObject({
    loginIds: ['ann', 'ann2'],
    email: 'ann@client.example',
    verifiedEmail: true,
    phone: '+12025550101',
    verifiedPhone: false,
    name: 'Ann',
    userTenants: member,
    customAttributes: { city: 'Oslo' },
    picture,
  });
  const updated = await dataOf(
    user.update('ann', 'new@client.example', '', 'New', ['Editor'], [], {}, '', false, undefined, ['ann3']),
  );
  expect(updated).toMatchObject({
    loginIds: ['ann', 'ann3'],
    email: 'new@client.example',
    verifiedEmail: false,
    phone: '',
    name: 'New',
    roleNames: ['Editor'],
    userTenants: member,
    customAttributes: {},
    picture: '',
  });
});

test('invite and inviteBatch create users', async () => {
  const inviteUrl = 'http://localhost:3000/welcome';
  const options = { greeting: 'Hello' };
  const invited = await dataOf(
    user.invite(
      'ivy',
      'ivy@client.example',
      '',
      'Ivy',
      [],
      [],
      {},
      options,
      '',
      true,
      false,
      inviteUrl,
      true,
      false,
      [],
    ),
  );
  expect(invited).toMatchObject({ loginIds: ['ivy'], status: 'invited' });
  expect(await dataOf(user.invite('ivy'))).toEqual({ ...invited, invitedTime: expect.any(Number) });
  const batch = await dataOf(
    user.inviteBatch(
      [{ loginId: 'ida', roleNames: ['Reader'], test: true }, { loginId: 'ivy' }],
      inviteUrl,
      true,
      false,
    ),
  );
  expect(batch.createdUsers).toMatchObject([{ loginIds: ['ida'], roleNames: ['Reader'], test: true }]);
  expect(batch.failedUsers).toMatchObject([{ user: { loginIds: ['ivy'] } }]);
});

test('load and loadByUserId find the same user', async () => {
  const loaded = await dataOf(user.load('ann'));
  expect(await dataOf(user.loadByUserId(loaded.userId))).toEqual(loaded);
  expect(await errorOf(user.load('nobody'))).toMatchObject({ code: 404, errorCode: 'E112102' });
});

test('single fields are updated', async () => {
  expect(await dataOf(user.updateEmail('ann', 'ann@client.example', true))).toMatchObject({
    email: 'ann@client.example',
    verifiedEmail: true,
  });
  expect((await dataOf(user.updateEmail('ann', ''))).email).toBe('');
  expect((await dataOf(user.updatePhone('ann', '+12025550102', true))).verifiedPhone).toBe(true);
  expect((await dataOf(user.updatePhone('ann', '', false))).phone).toBe('');
  expect((await dataOf(user.updateCustomAttribute('ann', 'city', 'Rome'))).customAttributes).toEqual({
    city: 'Rome',
  });
  expect((await dataOf(user.updateLoginId('ann3', ''))).loginIds).toEqual(['ann']);
  expect((await dataOf(user.updateLoginId('ann', 'anna'))).loginIds).toEqual(['anna']);
  expect(await errorOf(user.updateLoginId('anna', ''))).toMatchObject({ code: 400, errorCode: 'E011004' });
});

test('roles, tenants and applications are added, set and removed', async () => {
  expect((await dataOf(user.setRoles('anna', ['Reader']))).roleNames).toEqual(['Reader']);
  expect((await dataOf(user.addRoles('anna', ['Editor']))).roleNames).toEqual(['Reader', 'Editor']);
  expect((await dataOf(user.removeRoles('anna', ['Reader']))).roleNames).toEqual(['Editor']);
  expect((await dataOf(user.removeTenant('anna', 'acme'))).userTenants).toEqual([]);
  expect((await dataOf(user.addTenant('anna', 'globex'))).userTenants).toMatchObject([
    { tenantId: 'globex' },
  ]);
  const roles = async (result: ReturnType<typeof user.addTenantRoles>) =>
    (await dataOf(result)).userTenants.map((tenant) => tenant.roleNames);
  expect(await roles(user.addTenantRoles('anna', 'globex', ['Reader']))).toEqual([['Reader']]);
  expect(await roles(user.setTenantRoles('anna', 'globex', ['Editor']))).toEqual([['Editor']]);
  expect(await roles(user.removeTenantRoles('anna', 'globex', ['Editor']))).toEqual([[]]);
  expect(await errorOf(user.addTenantRoles('anna', 'acme', ['Reader']))).toMatchObject({
    errorCode: 'E011004',
  });
  expect((await dataOf(user.removeTenant('anna', 'globex'))).userTenants).toEqual([]);
  expect((await dataOf(user.addSSOapps('anna', apps))).ssoAppIds).toEqual(apps);
  expect((await dataOf(user.removeSSOapps('anna', apps))).ssoAppIds).toEqual([]);
  expect((await dataOf(user.setSSOapps('anna', apps))).ssoAppIds).toEqual(apps);
});

test('the history is a list, and delete returns empty data', async () => {
  const { userId } = await dataOf(user.load('anna'));
  expect(await dataOf(user.history([userId]))).toEqual([]);
  expect(await user.delete('anna')).toEqual({ ok: true, code: 200, data: {} });
  expect(await errorOf(user.delete('anna'))).toMatchObject({ code: 404 });
});
