import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../test/harness.ts';

let latchkey: Latchkey;
let count = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const id of ['acme', 'globex']) await post('tenant/create', { id, name: `Tenant ${id}` });
  for (const name of ['Reader', 'Editor']) await post('role/create', { name });
  await post('user/customattribute/create', {
    attributes: [
      { name: 'city', type: 1 },
      { name: 'age', type: 2 },
    ],
  });
});
afterAll(() => latchkey.close());

const post = (path: string, body: unknown) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);
const patch = (body: object) => latchkey.manage('PATCH', '/v1/mgmt/user/patch', body);
const load = async (loginId: string) => {
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`);
  return body.user;
};

/** Somebody with everything. */
async function makeFull() {
  const loginId = `full${++count}`;
  const { body } = await post('user/create', {
    loginId,
    email: `${loginId}@example.com`,
    phone: '+12025550100',
    displayName: 'Full Name',
    givenName: 'Full',
    middleName: 'Of',
    familyName: 'Name',
    picture: 'https://example.com/full.png',
    userTenants: [{ tenantId: 'acme', roleNames: ['Reader'] }],
    customAttributes: { city: 'Oslo', age: 41 },
    ssoAppIds: ['descope-default-oidc'],
    additionalLoginIds: [`${loginId}-b`, `${loginId}-c`],
    test: true,
  });
  return { loginId, userId: body.user.userId as string, user: body.user };
}

async function auditOf(userId: string) {
  return latchkey.service.db
    .selectFrom('auditEvents')
    .select(['action', 'data', 'actorType'])
    .where('projectId', '=', latchkey.projectId)
    .where('userId', '=', userId)
    .orderBy('occurredAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

describe('update', () => {
  test('empties what it is not given, and keeps login ID and status', async () => {
    const { loginId, user } = await makeFull();
    await post('user/update/status', { loginId, status: 'enabled' });
    const { status, body } = await post('user/update', { loginId, displayName: 'New' });
    expect(status).toBe(200);
    expect(body.user).toEqual({
      ...user,
      loginIds: [loginId],
      externalIds: [loginId],
      status: 'enabled',
      name: 'New',
      givenName: '',
      middleName: '',
      familyName: '',
      email: '',
      verifiedEmail: false,
      phone: '',
      verifiedPhone: false,
      picture: '',
      userTenants: [],
      customAttributes: {},
      ssoAppIds: [],
      modifiedTime: expect.any(Number),
    });
    expect(await load(loginId)).toEqual(body.user);
  });

  test('writes everything, in the order that it is given', async () => {
    const { loginId, userId } = await makeFull();
    const { body } = await post('user/update', {
      loginId: userId,
      email: 'NEW@example.com',
      verifiedEmail: false,
      phone: '+1 202 555 0199',
      givenName: 'G',
      picture: 'https://example.com/new.png',
      userTenants: [{ tenantId: 'globex', roleNames: ['Editor', 'Reader'] }, { tenantId: 'acme' }],
      customAttributes: { city: 'Rome', age: 1 },
      ssoAppIDs: ['descope-default-oidc'],
      additionalLoginIds: ['z-more', `${loginId}-b`],
    });
    expect(body.user).toMatchObject({
      loginIds: [loginId, 'z-more', `${loginId}-b`],
      email: 'new@example.com',
      verifiedEmail: false,
      phone: '+12025550199',
      verifiedPhone: true,
      userTenants: [
        { tenantId: 'globex', roleNames: ['Editor', 'Reader'] },
        { tenantId: 'acme', roleNames: [] },
      ],
      customAttributes: { city: 'Rome', age: 1 },
      ssoAppIds: ['descope-default-oidc'],
    });
  });

  test('keeps the login ID that the call was made with', async () => {
    const { loginId } = await makeFull();
    const { body } = await post('user/update', { loginId: `${loginId}-c` });
    expect(body.user.loginIds).toEqual([loginId, `${loginId}-c`]);
  });

  test('refuses roles and tenants together, and what does not exist, and changes nothing', async () => {
    const { loginId, user } = await makeFull();
    await post('user/create', { loginId: `taken-by-${loginId}` });
    for (const [body, errorCode] of [
      [{ roleNames: ['Reader'], userTenants: [{ tenantId: 'acme' }] }, 'E011004'],
      [{ displayName: 'X', roleNames: ['Nobody'] }, 'E011004'],
      [{ displayName: 'X', userTenants: [{ tenantId: 'nowhere' }] }, 'E011004'],
      [{ displayName: 'X', ssoAppIds: ['nothing'] }, 'E011004'],
      [{ displayName: 'X', customAttributes: { shoeSize: 1 } }, 'E011004'],
      [{ displayName: 'X', additionalLoginIds: [`taken-by-${loginId}`] }, 'E062107'],
      [{ displayName: 'X', email: 'none' }, 'E011003'],
      [{ displayName: 'X', picture: 'javascript:1' }, 'E011003'],
    ] as const) {
      const answer = await post('user/update', { loginId, ...body });
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { errorCode } });
    }
    expect(await load(loginId)).toMatchObject({ ...user, modifiedTime: expect.any(Number) });
  });
});

describe('patch', () => {
  test('changes what it is given, and nothing else', async () => {
    const { loginId, user } = await makeFull();
    const { body } = await patch({
      loginId,
      name: 'Patched',
      phone: '+1-202-555-0177',
      customAttributes: { city: 'Rome' },
      status: 'enabled',
      givenName: null,
      scim: false,
    });
    expect(body.user).toEqual({
      ...user,
      name: 'Patched',
      phone: '+12025550177',
      status: 'enabled',
      customAttributes: { city: 'Rome', age: 41 },
      modifiedTime: expect.any(Number),
    });
  });

  test('clears what is there and empty', async () => {
    const { loginId, user } = await makeFull();
    const cleared = {
      displayName: '',
      email: '',
      picture: '',
      userTenants: [],
      additionalIdentifiers: [],
      ssoAppIds: [],
    };
    const { body } = await patch({ loginId, ...cleared, customAttributes: { city: '' } });
    expect(body.user).toMatchObject({
      name: '',
      email: '',
      verifiedEmail: false,
      picture: '',
      userTenants: [],
      loginIds: [loginId],
      ssoAppIds: [],
      customAttributes: { age: 41 },
      givenName: user.givenName,
      phone: user.phone,
    });
    expect((await patch({ loginId, customAttributes: {} })).body.user.customAttributes).toEqual({});
    await patch({ loginId, roleNames: ['Editor', 'Reader'] });
    expect((await load(loginId)).roleNames).toEqual(['Editor', 'Reader']);
    expect((await patch({ loginId, roleNames: [] })).body.user.roleNames).toEqual([]);
  });

  test('can say that an address is not verified', async () => {
    const { loginId } = await makeFull();
    const { body } = await patch({ loginId, verifiedEmail: false });
    expect(body.user).toMatchObject({
      email: `${loginId}@example.com`,
      verifiedEmail: false,
      verifiedPhone: true,
    });
  });

  test('of a batch lists who failed', async () => {
    const { loginId } = await makeFull();
    const { status, body } = await latchkey.manage('PATCH', '/v1/mgmt/user/patch/batch', {
      users: [
        { loginId, displayName: 'Batch' },
        { loginId: 'nobody', displayName: 'Batch' },
        { loginId, roleNames: ['Nobody'] },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      patchedUsers: [{ loginIds: [loginId, `${loginId}-b`, `${loginId}-c`], name: 'Batch' }],
      failedUsers: [
        { failure: expect.stringContaining('no user'), user: { loginIds: ['nobody'], name: 'Batch' } },
        { failure: expect.stringContaining('Nobody'), user: { loginIds: [loginId] } },
      ],
      additionalErrors: {},
    });
  });

  test('refuses SCIM, and what does not exist', async () => {
    const { loginId } = await makeFull();
    expect((await patch({ loginId, scim: true })).body.errorCode).toBe('E501001');
    expect((await patch({ loginId, customAttributes: { shoeSize: '' } })).body.errorCode).toBe('E011004');
  });
});

describe('a login ID', () => {
  const change = (loginId: string, newLoginId: unknown) =>
    post('user/update/loginid', { loginId, newLoginId });

  test('is changed, keeps its place, and finds the same user', async () => {
    const { loginId, userId } = await makeFull();
    const { body } = await change(loginId, 'Renamed@Example.com');
    expect(body.user.loginIds).toEqual(['Renamed@Example.com', `${loginId}-b`, `${loginId}-c`]);
    expect((await load('renamed@example.com')).userId).toBe(userId);
    expect(await load(loginId)).toBeUndefined();
    expect(body.user.email).toBe(`${loginId}@example.com`);
  });

  test('can be written otherwise, which is no conflict', async () => {
    const { loginId } = await makeFull();
    expect((await change(loginId, loginId)).status).toBe(200);
    expect((await change(loginId, loginId.toUpperCase())).body.user.loginIds[0]).toBe(loginId.toUpperCase());
  });

  test('of somebody else cannot be taken', async () => {
    const [one, other] = [await makeFull(), await makeFull()];
    expect(await change(one.loginId, other.loginId.toUpperCase())).toMatchObject({
      status: 400,
      body: { errorCode: 'E062107' },
    });
    expect(await load(one.loginId)).toMatchObject({ userId: one.userId });
    expect(await load(other.loginId)).toMatchObject({ userId: other.userId });
  });

  test('is removed by an empty one, but the last one stays', async () => {
    const { loginId } = await makeFull();
    expect((await change(loginId, '')).body.user.loginIds).toEqual([`${loginId}-b`, `${loginId}-c`]);
    expect((await change(`${loginId}-b`, '')).body.user.loginIds).toEqual([`${loginId}-c`]);
    expect(await change(`${loginId}-c`, '')).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
    expect(await load(`${loginId}-c`)).toBeDefined();
  });

  test('must be named as such: a user ID is none, and nothing is not empty', async () => {
    const { loginId, userId } = await makeFull();
    expect((await change(userId, 'new')).status).toBe(404);
    for (const missing of [undefined, null]) {
      expect(await change(loginId, missing)).toMatchObject({ status: 400, body: { errorCode: 'E011002' } });
    }
  });

  test('that is freed can be used again, while a deleted user’s is free too', async () => {
    const { loginId } = await makeFull();
    await change(loginId, `${loginId}-moved`);
    expect((await post('user/create', { loginId })).status).toBe(200);
  });
});

describe('an address', () => {
  test.each([
    ['email', 'verifiedEmail', 'fresh@example.com', 'FRESH@example.com'],
    ['phone', 'verifiedPhone', '+12025550142', '+1 (202) 555-0142'],
  ])('%s is changed and removed, and the login ID stays', async (field, flag, stored, written) => {
    const { loginId } = await makeFull();
    const change = (body: object) => post(`user/update/${field}`, { loginId, ...body });
    const { body } = await change({ [field]: written, verified: false });
    expect(body.user).toMatchObject({
      [field]: stored,
      [flag]: false,
      loginIds: [loginId, expect.any(String), expect.any(String)],
    });
    expect((await change({ [field]: written, verified: true })).body.user).toMatchObject({ [flag]: true });
    expect((await change({ [field]: '' })).body.user).toMatchObject({ [field]: '', [flag]: false });
    for (const missing of [{}, { [field]: null }]) {
      expect(await change(missing)).toMatchObject({ status: 400, body: { errorCode: 'E011002' } });
    }
    expect(await change({ [field]: 'nonsense' })).toMatchObject({
      status: 400,
      body: { errorCode: 'E011003' },
    });
    expect(await change({ [field]: 7 })).toMatchObject({ status: 400, body: { errorCode: 'E011003' } });
  });

  test.each([undefined, false, true])(
    'that is somebody else’s login ID is a conflict, with failOnConflict %s, and nobody is merged',
    async (failOnConflict) => {
      const { loginId } = await makeFull();
      const owner = await post('user/create', { loginId: `owner${++count}@example.com` });
      const email = owner.body.user.email;
      const before = await load(loginId);
      const change = post('user/update/email', { loginId, email: email.toUpperCase(), failOnConflict });
      expect(await change).toMatchObject({ status: 400, body: { errorCode: 'E111127' } });
      expect((await patch({ loginId, email })).body.errorCode).toBe('E111127');
      expect((await post('user/update', { loginId, email })).body.errorCode).toBe('E111127');
      expect((await load(loginId)).email).toBe(before.email);
      expect(await load(email)).toEqual(owner.body.user);
    },
  );

  test('that is the user’s own login ID is no conflict', async () => {
    const email = `own${++count}@example.com`;
    await post('user/create', { loginId: email });
    await post('user/update/email', { loginId: email, email: '' });
    expect((await load(email)).email).toBe('');
    expect((await post('user/update/email', { loginId: email, email })).body.user.email).toBe(email);
  });

  test('that somebody else has verified cannot be verified, only given', async () => {
    const [one, other] = [await makeFull(), await makeFull()];
    const body = { loginId: one.loginId, email: other.user.email };
    expect((await post('user/update/email', { ...body, verified: true })).body.errorCode).toBe('E111127');
    expect((await post('user/update/email', { ...body, verified: false })).body.user).toMatchObject({
      email: other.user.email,
      verifiedEmail: false,
    });
  });

  test.each([
    ['recoveryEmail', 'email', 'verifiedRecoveryEmail', 'back@example.com'],
    ['recoveryPhone', 'phone', 'verifiedRecoveryPhone', '+12025550143'],
  ])('%s for recovery is set and removed', async (field, path, flag, value) => {
    const { loginId } = await makeFull();
    const change = (body: object) => post(`user/update/recovery/${path}`, { loginId, ...body });
    expect((await change({ [field]: value, verified: true })).body.user).toMatchObject({
      [field]: value,
      [flag]: true,
    });
    expect((await change({ [field]: '' })).body.user).toMatchObject({ [field]: '', [flag]: false });
    expect((await change({})).body.errorCode).toBe('E011002');
    expect((await change({ [field]: 'nonsense' })).body.errorCode).toBe('E011003');
  });
});

describe('a single field', () => {
  test('of the names changes alone', async () => {
    const { loginId, user } = await makeFull();
    const { body } = await post('user/update/name', { loginId, givenName: 'New', middleName: '' });
    expect(body.user).toMatchObject({
      name: user.name,
      givenName: 'New',
      middleName: '',
      familyName: user.familyName,
    });
    expect((await post('user/update/name', { loginId, name: 'Shown' })).body.user.name).toBe('Shown');
    expect((await post('user/update/name', { loginId, familyName: 1 })).body.errorCode).toBe('E011003');
  });

  test('picture is set, removed by an empty one, and not by a missing one', async () => {
    const { loginId } = await makeFull();
    const picture = 'https://example.com/p.png';
    expect((await post('user/update/picture', { loginId, picture })).body.user.picture).toBe(picture);
    expect((await post('user/update/picture', { loginId })).body.errorCode).toBe('E011002');
    expect((await post('user/update/picture', { loginId, picture: 'data:x' })).body.errorCode).toBe(
      'E011003',
    );
    expect((await post('user/update/picture', { loginId, picture: '' })).body.user.picture).toBe('');
  });

  test('custom attribute is set and removed by itself', async () => {
    const { loginId } = await makeFull();
    const set = (attributeKey: unknown, attributeValue?: unknown) =>
      post('user/update/customAttribute', { loginId, attributeKey, attributeValue });
    expect((await set('city', 'Rome')).body.user.customAttributes).toEqual({ city: 'Rome', age: 41 });
    expect((await set('age', 0)).body.user.customAttributes).toEqual({ city: 'Rome', age: 0 });
    expect((await set('city', '')).body.user.customAttributes).toEqual({ age: 0 });
    for (const [key, value] of [
      ['shoeSize', 9],
      ['age', '41'],
      ['city', 'x'.repeat(60_000)],
      ['city', { nested: true }],
    ]) {
      expect(await set(key, value)).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
    }
    for (const missing of [undefined, null])
      expect((await set('city', missing)).body.errorCode).toBe('E011002');
  });
});

describe('every change', () => {
  test('of nobody answers 404, whether they never were or are deleted', async () => {
    const { loginId, userId } = await makeFull();
    await post('user/delete', { loginId });
    const changes: [string, object][] = [
      ['user/update', {}],
      ['user/update/status', { status: 'enabled' }],
      ['user/update/loginid', { newLoginId: 'new' }],
      ['user/update/email', { email: '' }],
      ['user/update/phone', { phone: '' }],
      ['user/update/recovery/email', { recoveryEmail: '' }],
      ['user/update/recovery/phone', { recoveryPhone: '' }],
      ['user/update/name', { displayName: 'X' }],
      ['user/update/picture', { picture: '' }],
      ['user/update/customAttribute', { attributeKey: 'city', attributeValue: 'X' }],
      ['user/update/role/set', { roleNames: [] }],
      ['user/update/role/add', { roleNames: [] }],
      ['user/update/role/remove', { roleNames: [] }],
      ['user/update/tenant/add', { tenantId: 'acme' }],
      ['user/update/tenant/remove', { tenantId: 'acme' }],
      ['user/update/ssoapp/add', { ssoAppIds: [] }],
      ['user/update/ssoapp/set', { ssoAppIds: [] }],
      ['user/update/ssoapp/remove', { ssoAppIds: [] }],
      ['user/delete', {}],
      ['user/logout', {}],
      ['user/totp/delete', {}],
      ['user/passkeys/delete', {}],
      ['user/passkey/delete', { credentialId: 'x' }],
      ['user/passkeys/list', {}],
      ['user/recovery-codes/delete', {}],
      ['user/trusteddevices/remove', { deviceIds: [] }],
    ];
    for (const who of [loginId, userId, 'never-was']) {
      for (const [path, body] of changes) {
        expect(await post(path, { loginId: who, ...body }), path).toMatchObject({
          status: 404,
          body: { errorCode: 'E112102', errorMessage: 'There is no user with this login ID or user ID' },
        });
      }
      expect(await patch({ loginId: who, displayName: 'X' })).toMatchObject({ status: 404 });
    }
  });

  test('is written to the audit log by the names of the fields, and not by their values', async () => {
    const { loginId, userId } = await makeFull();
    await patch({ loginId, displayName: 'Secretive', customAttributes: { city: 'Rome' } });
    await patch({ loginId, displayName: 'Secretive' });
    const [newest, ...older] = await auditOf(userId);
    expect(newest).toEqual({
      action: 'UserModified',
      data: '{"fields":["name","customAttributes"]}',
      actorType: 'managementKey',
    });
    expect(older.map((event) => event.action)).toEqual(['UserCreated']);
  });

  test('moves the time of the last change', async () => {
    const { loginId, user } = await makeFull();
    latchkey.advance(5_000);
    const { body } = await patch({ loginId, displayName: 'Later' });
    expect(body.user.modifiedTime).toBeGreaterThanOrEqual(user.modifiedTime + 5);
    expect(body.user.createdTime).toBe(user.createdTime);
  });
});
