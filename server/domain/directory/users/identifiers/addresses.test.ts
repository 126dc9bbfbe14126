import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWithUsers } from '../../../../../test/full-user.ts';

let start: Awaited<ReturnType<typeof startWithUsers>>;
beforeAll(async () => {
  start = await startWithUsers();
});
afterAll(() => start.latchkey.close());

const post = (path: string, body: unknown) => start.post(path, body);
const patch = (body: object) => start.patch(body);
const load = (loginId: string) => start.load(loginId);
const makeFull = () => start.makeFull();

let count = 0;

describe('a login ID', () => {
  const change = (loginId: string, newLoginId: unknown) =>
    post('user/update/loginid', { loginId, newLoginId });

  test('can be changed, keeps its position, and refers to the same user', async () => {
    const { loginId, userId } = await makeFull();
    const { body } = await change(loginId, 'Renamed@Example.com');
    expect(body.user.loginIds).toEqual(['Renamed@Example.com', `${loginId}-b`, `${loginId}-c`]);
    expect((await load('renamed@example.com')).userId).toBe(userId);
    expect(await load(loginId)).toBeUndefined();
    expect(body.user.email).toBe(`${loginId}@example.com`);
  });

  test('can be changed in spelling without a conflict', async () => {
    const { loginId } = await makeFull();
    expect((await change(loginId, loginId)).status).toBe(200);
    expect((await change(loginId, loginId.toUpperCase())).body.user.loginIds[0]).toBe(loginId.toUpperCase());
  });

  test('of another user is refused', async () => {
    const [one, other] = [await makeFull(), await makeFull()];
    expect(await change(one.loginId, other.loginId.toUpperCase())).toMatchObject({
      status: 400,
      body: { errorCode: 'E062107' },
    });
    expect(await load(one.loginId)).toMatchObject({ userId: one.userId });
    expect(await load(other.loginId)).toMatchObject({ userId: other.userId });
  });

  test('is removed by an empty new one, unless it is the last', async () => {
    const { loginId } = await makeFull();
    expect((await change(loginId, '')).body.user.loginIds).toEqual([`${loginId}-b`, `${loginId}-c`]);
    expect((await change(`${loginId}-b`, '')).body.user.loginIds).toEqual([`${loginId}-c`]);
    expect(await change(`${loginId}-c`, '')).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
    expect(await load(`${loginId}-c`)).toBeDefined();
  });

  test('must be given as a login ID: a user ID is refused, and a missing new one is not an empty one', async () => {
    const { loginId, userId } = await makeFull();
    expect((await change(userId, 'new')).status).toBe(404);
    for (const missing of [undefined, null]) {
      expect(await change(loginId, missing)).toMatchObject({ status: 400, body: { errorCode: 'E011002' } });
    }
  });

  test('can be used again after it is removed or its user is deleted', async () => {
    const { loginId } = await makeFull();
    await change(loginId, `${loginId}-moved`);
    expect((await post('user/create', { loginId })).status).toBe(200);
  });
});

describe('an address', () => {
  test.each([
    ['email', 'verifiedEmail', 'fresh@example.com', 'FRESH@example.com'],
    ['phone', 'verifiedPhone', '+12025550142', '+1 (202) 555-0142'],
  ])('%s is changed and removed while the login ID stays', async (field, flag, stored, written) => {
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
    'that is another user’s login ID is a conflict with failOnConflict %s, and no user is merged',
    async (failOnConflict) => {
      const { loginId } = await makeFull();
      const owner = await post('user/create', { loginId: `owner${++count}@example.com` });
      const email = owner.body.user.email;
      const before = await load(loginId);
      const change = post('user/update/email', { loginId, email: email.toUpperCase(), failOnConflict });
      const { status, body } = await change;
      expect([status, body.errorCode]).toEqual([400, 'E111127']);
      expect(body.errorMessage.includes('failOnConflict')).toBe(failOnConflict !== undefined);
      expect((await patch({ loginId, email })).body.errorCode).toBe('E111127');
      expect((await post('user/update', { loginId, email })).body.errorCode).toBe('E111127');
      expect((await load(loginId)).email).toBe(before.email);
      expect(await load(email)).toEqual(owner.body.user);
    },
  );

  test('that is the user’s own login ID is accepted', async () => {
    const email = `own${++count}@example.com`;
    await post('user/create', { loginId: email });
    await post('user/update/email', { loginId: email, email: '' });
    expect((await load(email)).email).toBe('');
    expect((await post('user/update/email', { loginId: email, email })).body.user.email).toBe(email);
  });

  test('that another user has verified can be set, but not as verified', async () => {
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
