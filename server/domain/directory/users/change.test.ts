import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWithUsers } from '../../../../test/full-user.ts';

let start: Awaited<ReturnType<typeof startWithUsers>>;
beforeAll(async () => {
  start = await startWithUsers();
});
afterAll(() => start.latchkey.close());

const post = (path: string, body: unknown) => start.post(path, body);
const patch = (body: object) => start.patch(body);
const makeFull = () => start.makeFull();

async function auditOf(userId: string) {
  return start.latchkey.service.db
    .selectFrom('auditEvents')
    .select(['action', 'data', 'actorType'])
    .where('projectId', '=', start.latchkey.projectId)
    .where('userId', '=', userId)
    .orderBy('occurredAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

describe('updating a single field', () => {
  test('of the name leaves the other parts of the name alone', async () => {
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

  test('sets a picture, removes it when it is empty, and keeps it when it is missing', async () => {
    const { loginId } = await makeFull();
    const picture = 'https://example.com/p.png';
    expect((await post('user/update/picture', { loginId, picture })).body.user.picture).toBe(picture);
    expect((await post('user/update/picture', { loginId })).body.errorCode).toBe('E011002');
    expect((await post('user/update/picture', { loginId, picture: 'data:x' })).body.errorCode).toBe(
      'E011003',
    );
    expect((await post('user/update/picture', { loginId, picture: '' })).body.user.picture).toBe('');
  });

  test('sets and removes one custom attribute', async () => {
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
  test('answers 404 for a user who never existed or is deleted', async () => {
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
          body: { errorCode: 'E112102', errorMessage: 'No user has this login ID or user ID' },
        });
      }
      expect(await patch({ loginId: who, displayName: 'X' })).toMatchObject({ status: 404 });
    }
  });

  test('writes the names of the changed fields to the audit log, without their values', async () => {
    const { loginId, userId } = await makeFull();
    await patch({ loginId, displayName: 'Secretive', customAttributes: { city: 'Rome' } });
    await patch({ loginId, displayName: 'Secretive' });
    const [newest, ...older] = await auditOf(userId);
    expect(newest).toEqual({
      action: 'UserModified',
      data: '{"fields":["customAttributes","name"]}',
      actorType: 'managementKey',
    });
    expect(older.map((event) => event.action)).toEqual(['UserCreated']);
  });

  test('updates the modification time', async () => {
    const { loginId, user } = await makeFull();
    start.latchkey.advance(5_000);
    const { body } = await patch({ loginId, displayName: 'Later' });
    expect(body.user.modifiedTime).toBeGreaterThanOrEqual(user.modifiedTime + 5);
    expect(body.user.createdTime).toBe(user.createdTime);
  });
});
