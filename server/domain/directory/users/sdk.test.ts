import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpWithTotp } from '../../../../test/credentials.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

/** Tests an application that manages its users with the public Node SDK. */

let latchkey: Latchkey;
let users: ReturnType<Latchkey['sdk']>['management']['user'];
const ann = 'ann@sdk.example';
let annId: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  const { management } = latchkey.sdk();
  users = management.user;
  for (const id of ['acme', 'globex']) await management.tenant.createWithId(id, `Tenant ${id}`);
  for (const name of ['Reader', 'Editor']) await management.role.create(name);
  await users.createCustomAttributes([
    { name: 'city', type: 1, options: [], displayName: 'City' } as never,
    { name: 'age', type: 2, options: [], displayName: 'Age' } as never,
  ]);
});
afterAll(() => latchkey.close());

test('creates users by position and by options', async () => {
  const created = await users.create(
    ann,
    ann,
    '+1-202-555-0101',
    'Ann',
    undefined,
    [{ tenantId: 'acme', roleNames: ['Reader'] }],
    { city: 'Oslo', age: 41 },
    'https://example.com/ann.png',
    true,
    false,
    'Ann',
    'B',
    'Lee',
    ['ann'],
  );
  expect(created.ok).toBe(true);
  expect(created.data).toMatchObject({
    loginIds: [ann, 'ann'],
    name: 'Ann',
    givenName: 'Ann',
    middleName: 'B',
    familyName: 'Lee',
    phone: '+12025550101',
    verifiedEmail: true,
    verifiedPhone: false,
    userTenants: [{ tenantId: 'acme', tenantName: 'Tenant acme', roleNames: ['Reader'] }],
    customAttributes: { city: 'Oslo', age: 41 },
    picture: 'https://example.com/ann.png',
    status: 'invited',
  });
  annId = created.data?.userId as string;
  const byOptions = await users.create('bob', {
    roles: ['Reader', 'Editor'],
    ssoAppIds: ['descope-default-oidc'],
  });
  expect(byOptions.data).toMatchObject({
    roleNames: ['Reader', 'Editor'],
    ssoAppIds: ['descope-default-oidc'],
  });
  const tester = await users.createTestUser('tester', { displayName: 'Tester' });
  expect(tester.data).toMatchObject({ test: true, name: 'Tester' });
});

test('reads an error', async () => {
  expect(await users.create(ann)).toMatchObject({
    ok: false,
    code: 400,
    error: {
      errorCode: 'E062107',
      errorDescription: 'The user already exists',
      errorMessage: 'A user with this login ID already exists',
    },
  });
  expect(await users.load('nobody')).toMatchObject({ ok: false, code: 404, error: { errorCode: 'E112102' } });
});

test('invites one user and many users', async () => {
  const invited = await users.invite('ivy', {
    email: 'ivy@sdk.example',
    inviteUrl: 'http://localhost/in',
    sendMail: true,
  });
  expect(invited.data).toMatchObject({ loginIds: ['ivy'], status: 'invited', email: 'ivy@sdk.example' });
  const again = await users.invite(invited.data?.userId as string);
  expect(again.data?.loginIds).toEqual(['ivy']);
  const batch = await users.inviteBatch(
    [
      { loginId: 'iris@sdk.example', roles: ['Reader'] },
      { loginIdOrUserId: 'ilse@sdk.example' },
      { loginId: 'ivan', email: 'bad' },
    ],
    'http://localhost/in',
    true,
    false,
  );
  expect(batch.data?.createdUsers).toMatchObject([
    { loginIds: ['iris@sdk.example'], roleNames: ['Reader'] },
    { loginIds: ['ilse@sdk.example'] },
  ]);
  expect(batch.data?.failedUsers).toMatchObject([{ user: { loginIds: ['ivan'] } }]);
});

test('creates a batch of users with passwords', async () => {
  const password = 'walnut ferry 71 quietly';
  const batch = await users.createBatch([
    { loginId: 'pat', password, status: 'enabled', createdTime: 1_600_000_000 },
    { loginId: 'pim', test: true, displayName: 'Pim' },
  ]);
  expect(batch.data?.createdUsers).toMatchObject([
    { loginIds: ['pat'], password: true, status: 'enabled', createdTime: 1_600_000_000 },
    { loginIds: ['pim'], test: true, name: 'Pim' },
  ]);
  expect(batch.data?.failedUsers).toEqual([]);
  expect((await latchkey.sdk().password.signIn('pat', password)).ok).toBe(true);
});

test('loads users', async () => {
  expect((await users.load(ann)).data?.userId).toBe(annId);
  expect((await users.load(annId)).data?.loginIds[0]).toBe(ann);
  expect((await users.loadByUserId(annId)).data?.loginIds[0]).toBe(ann);
  const bobId = (await users.load('bob')).data?.userId as string;
  const both = await users.loadUsers([bobId, annId], true);
  expect(both.data?.map((user) => user.userId)).toEqual([bobId, annId]);
});

test('patches one user and many users', async () => {
  const patched = await users.patch(ann, {
    displayName: 'Patched',
    roles: ['Editor'],
    status: 'enabled',
    scim: false,
  });
  expect(patched.data).toMatchObject({
    name: 'Patched',
    roleNames: ['Editor'],
    status: 'enabled',
    givenName: 'Ann',
  });
  const cleared = await users.patch(ann, { roles: [], middleName: '', additionalIdentifiers: [] });
  expect(cleared.data).toMatchObject({ roleNames: [], middleName: '', loginIds: [ann] });
  const batch = await users.patchBatch([
    { loginIdOrUserId: annId, picture: '' },
    { loginId: 'nobody', picture: '' },
  ]);
  expect(batch.data?.patchedUsers).toMatchObject([{ userId: annId, picture: '' }]);
  expect(batch.data?.failedUsers).toMatchObject([{ user: { loginIds: ['nobody'] } }]);
});

test('updates single fields', async () => {
  expect((await users.updateEmail(ann, 'new@sdk.example', true, true)).data).toMatchObject({
    email: 'new@sdk.example',
    verifiedEmail: true,
    loginIds: [ann],
  });
  expect((await users.updateEmail('bob', ann, false, false)).error?.errorCode).toBe('E111127');
  expect((await users.updateEmail(ann, '', false)).data?.email).toBe('');
  expect((await users.updatePhone(ann, '+1 202 555 0109', false)).data).toMatchObject({
    phone: '+12025550109',
    verifiedPhone: false,
  });
  expect((await users.updateRecoveryEmail(ann, 'back@sdk.example', true)).data).toMatchObject({
    recoveryEmail: 'back@sdk.example',
    verifiedRecoveryEmail: true,
  });
  expect((await users.updateRecoveryPhone(ann, '+12025550110')).data).toMatchObject({
    recoveryPhone: '+12025550110',
  });
  expect((await users.updateDisplayName(ann, 'Shown')).data).toMatchObject({
    name: 'Shown',
    givenName: 'Ann',
  });
  expect((await users.updateUserNames(ann, 'Anna', undefined, 'Lie')).data).toMatchObject({
    name: 'Shown',
    givenName: 'Anna',
    familyName: 'Lie',
  });
  expect((await users.updatePicture(ann, 'https://example.com/2.png')).data?.picture).toBe(
    'https://example.com/2.png',
  );
  expect((await users.updateCustomAttribute(ann, 'city', 'Rome')).data?.customAttributes).toEqual({
    city: 'Rome',
    age: 41,
  });
  expect((await users.deactivate(ann)).data?.status).toBe('disabled');
  expect((await users.activate(ann)).data?.status).toBe('enabled');
});

test('changes roles, tenants and applications', async () => {
  expect((await users.addRoles(ann, ['Reader'])).data?.roleNames).toEqual(['Reader']);
  expect((await users.setRoles(ann, ['Editor', 'Reader'])).data?.roleNames).toEqual(['Editor', 'Reader']);
  expect((await users.removeRoles(ann, ['Editor'])).data?.roleNames).toEqual(['Reader']);
  expect((await users.addTenant(ann, 'globex')).data?.userTenants).toHaveLength(2);
  const rolesIn = (user: { userTenants?: { tenantId: string; roleNames?: string[] }[] } | undefined) =>
    user?.userTenants?.find((tenant) => tenant.tenantId === 'globex')?.roleNames;
  expect(rolesIn((await users.addTenantRoles(ann, 'globex', ['Reader'])).data)).toEqual(['Reader']);
  expect(rolesIn((await users.setTenantRoles(ann, 'globex', ['Editor'])).data)).toEqual(['Editor']);
  expect(rolesIn((await users.removeTenantRoles(ann, 'globex', ['Editor'])).data)).toEqual([]);
  expect((await users.removeTenant(ann, 'globex')).data?.userTenants).toHaveLength(1);
  const apps = ['descope-default-oidc'];
  expect((await users.addSSOapps(ann, apps)).data).toMatchObject({ ssoAppIds: apps });
  expect((await users.removeSSOapps(ann, apps)).data).toMatchObject({ ssoAppIds: [] });
  expect((await users.setSSOapps(ann, apps)).data).toMatchObject({ ssoAppIds: apps });
});

test('overwrites a user', async () => {
  const { data: before } = await users.load(ann);
  const { data } = await users.update(ann, { displayName: 'Only', roles: ['Editor'] });
  expect(data).toMatchObject({
    loginIds: [ann],
    name: 'Only',
    roleNames: ['Editor'],
    givenName: before?.givenName,
    phone: '',
    userTenants: before?.userTenants,
    customAttributes: {},
  });
  const both = await users.update(ann, {
    roles: ['Reader'],
    userTenants: [{ tenantId: 'acme', roleNames: [] }],
  });
  expect(both.data).toMatchObject({ roleNames: ['Editor'], userTenants: [{ tenantId: 'acme' }] });
});

test('changes login IDs', async () => {
  expect((await users.updateLoginId(ann, 'ann2@sdk.example')).data).toMatchObject({
    userId: annId,
    loginIds: ['ann2@sdk.example'],
  });
  expect((await users.updateLoginId('ann2@sdk.example', '')).error?.errorCode).toBe('E011004');
});

test('signs users out, lists their history, and removes credentials', async () => {
  const sdk = latchkey.sdk();
  const tokens = await signUpWithTotp(latchkey, 'otto');
  const { data: otto } = await users.load('otto');
  const userId = otto?.userId as string;
  const history = await users.history([userId]);
  expect(history.data).toMatchObject([{ userId, ip: '127.0.0.1', loginTime: expect.any(Number) }]);
  expect((await users.logoutUser('otto')).ok).toBe(true);
  await expect(sdk.refreshSession(tokens.refreshJwt)).rejects.toThrow();
  expect((await users.logoutUserByUserId(userId)).ok).toBe(true);
  expect((await users.removeTOTPSeed('otto')).ok).toBe(true);
  expect((await users.load('otto')).data?.TOTP).toBe(false);
  expect((await users.removeAllPasskeys('otto')).ok).toBe(true);
  expect((await users.removePasskey('otto', 'none')).ok).toBe(true);
  expect((await users.listPasskeys('otto')).data).toEqual([]);
  expect((await users.listTrustedDevices(['otto'])).data).toEqual([]);
  expect((await users.removeTrustedDevices('otto', ['none'])).ok).toBe(true);
});

test('deletes users', async () => {
  expect((await users.delete('otto')).ok).toBe(true);
  expect((await users.deleteByUserId(annId)).ok).toBe(true);
  expect((await users.load('ann2@sdk.example')).code).toBe(404);
  const ids = await Promise.all(
    ['iris@sdk.example', 'ilse@sdk.example'].map(async (id) => (await users.load(id)).data?.userId as string),
  );
  expect((await users.deleteBatch(ids)).ok).toBe(true);
  expect((await users.deleteAllTestUsers()).ok).toBe(true);
  const { data } = await users.search({ withTestUser: true });
  expect(data?.users.map((user) => user.loginIds[0]).toSorted()).toEqual(['bob', 'ivy', 'pat']);
});
