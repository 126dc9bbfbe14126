import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effects } from '../../../../test/effects/effects.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;
let count = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  await post('tenant/create', { id: 'acme', name: 'Acme' });
  await post('role/create', { name: 'Reader' });
});
afterAll(() => latchkey.close());

const post = (path: string, body: unknown) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);
const get = (query: string) => latchkey.manage('GET', `/v1/mgmt/user?${query}`);

function auth(path: string, body: object, refreshJwt?: string) {
  const bearer = refreshJwt ? `${latchkey.projectId}:${refreshJwt}` : latchkey.projectId;
  return latchkey.request('POST', `/v1/auth/${path}`, { bearer, body });
}

async function make(more: object = {}) {
  const loginId = `user${++count}`;
  const { body } = await post('user/create', { loginId, ...more });
  return { loginId, userId: body.user.userId as string };
}

const password = 'walnut ferry 71 quietly';
const signIn = (loginId: string) => auth('password/signin', { loginId, password });

/** Signs up a user with an authenticator app and keeps the session. */
async function signUp() {
  const loginId = `user${++count}`;
  const { body: enrolment } = await auth('totp/signup', { loginId });
  const totp = new TOTP({ secret: Secret.fromBase32(enrolment.key) });
  const code = (stepsLater = 0) => totp.generate({ timestamp: latchkey.service.now() + stepsLater * 30_000 });
  const { body } = await auth('totp/verify', { loginId, code: code() });
  return { loginId, code, userId: body.user.userId as string, refreshJwt: body.refreshJwt as string };
}

describe('load', () => {
  test('finds a user by login ID, by user ID in either field, and prefers a login ID to a user ID', async () => {
    const { loginId, userId } = await make();
    for (const query of [
      `loginId=${loginId}`,
      `loginId=${userId}`,
      `userId=${userId}&loginId=`,
      `identifier=${loginId}`,
    ]) {
      expect((await get(query)).body.user.userId).toBe(userId);
    }
    expect((await get(`userId=${loginId}`)).body.errorCode).toBe('E112102');
    expect((await get('loginId=')).body.errorCode).toBe('E011002');
  });

  test('returns many users in the order of the IDs, without unknown and disabled ones', async () => {
    const [one, two, three] = [await make(), await make(), await make()];
    await post('user/update/status', { loginId: two.loginId, status: 'disabled' });
    const userIds = [three.userId, two.userId, `U${'0'.repeat(27)}`, one.userId, three.userId];
    const ids = async (more: object) => {
      const { body } = await post('users/load', { userIds, ...more });
      expect(body.total).toBe(body.users.length);
      return body.users.map((user: { userId: string }) => user.userId);
    };
    expect(await ids({})).toEqual([three.userId, one.userId]);
    expect(await ids({ includeInvalidUsers: true })).toEqual([three.userId, two.userId, one.userId]);
    expect((await post('users/load', { userIds: [] })).body).toEqual({ users: [], total: 0 });
    expect((await post('users/load', {})).status).toBe(400);
  });
});

describe('a deleted user', () => {
  test('loses all data, and a new user can have the login ID', async () => {
    const { loginId, userId, refreshJwt, code } = await signUp();
    await post('user/patch', {});
    await post('user/update/tenant/add', { loginId, tenantId: 'acme' });
    await post('user/update/role/add', { loginId, roleNames: ['Reader'] });
    const deleted = await effects(latchkey, () => post('user/delete', { loginId })).toBe({
      audit: ['UserDeleted'],
      rows: [
        ...['+1 endedSessions', '-1 loginIds', '-1 sessions', '-1 tenantMembers', '-1 totpCredentials'],
        ...['-1 userRoles', '-1 users'],
      ],
    });
    expect(deleted).toMatchObject({ status: 200, body: {} });

    expect((await get(`loginId=${loginId}`)).status).toBe(404);
    expect((await auth('refresh', {}, refreshJwt)).status).toBe(401);
    expect((await auth('totp/verify', { loginId, code: code(1) })).status).toBe(401);
    expect((await post('user/delete', { loginId })).status).toBe(404);

    const again = await post('user/create', { loginId });
    expect(again.body.user).toMatchObject({ roleNames: [], userTenants: [], TOTP: false, password: false });
    expect(again.body.user.userId).not.toBe(userId);
    expect((await auth('refresh', {}, refreshJwt)).status).toBe(401);
    expect((await auth('totp/verify', { loginId, code: code(1) })).status).toBe(401);
  });

  test('is deleted together with the whole batch or not at all', async () => {
    const [one, two] = [await make(), await make()];
    const missing = `U${'1'.repeat(27)}`;
    const refused = await post('user/delete/batch', { userIds: [one.userId, missing, two.userId] });
    expect(refused).toMatchObject({ status: 404, body: { errorMessage: expect.stringContaining(missing) } });
    expect((await get(`loginId=${one.loginId}`)).status).toBe(200);
    expect((await post('user/delete/batch', { userIds: [one.userId, two.userId, one.userId] })).status).toBe(
      200,
    );
    expect((await get(`loginId=${one.loginId}`)).status).toBe(404);
    expect((await get(`loginId=${two.loginId}`)).status).toBe(404);
    expect((await post('user/delete/batch', { userIds: [] })).status).toBe(400);
  });

  test('can be every test user at once, and no other user', async () => {
    const real = await make();
    for (let batch = 0; batch < 2; batch += 1) {
      const users = Array.from({ length: 60 }, () => ({ loginId: `test${++count}`, test: true }));
      await post('user/create/batch', { users });
    }
    expect(await latchkey.manage('DELETE', '/v1/mgmt/user/test/delete/all')).toMatchObject({
      status: 200,
      body: {},
    });
    const { body } = await latchkey.manage('POST', '/v2/mgmt/user/search', { testUsersOnly: true });
    expect(body.total).toBe(0);
    expect((await get(`loginId=${real.loginId}`)).status).toBe(200);
    expect((await latchkey.manage('DELETE', '/v1/mgmt/user/test/delete/all')).status).toBe(200);
  });
});

describe('a disabled user', () => {
  test.each([
    ['update/status', (loginId: string) => post('user/update/status', { loginId, status: 'disabled' })],
    [
      'patch',
      (loginId: string) => latchkey.manage('PATCH', '/v1/mgmt/user/patch', { loginId, status: 'disabled' }),
    ],
  ])('cannot continue or sign in again by %s until enabled', async (_path, disable) => {
    const { loginId, refreshJwt, code } = await signUp();
    expect((await disable(loginId)).body.user.status).toBe('disabled');
    expect((await auth('refresh', {}, refreshJwt)).status).toBe(401);
    expect(await auth('totp/verify', { loginId, code: code(1) })).toMatchObject({
      status: 401,
      body: { errorCode: 'E062109' },
    });
    await post('user/update/status', { loginId, status: 'enabled' });
    expect((await auth('refresh', {}, refreshJwt)).status).toBe(401);
  });

  test('is the only other status besides enabled that can be set', async () => {
    const { loginId } = await make();
    for (const status of ['invited', 'active', '', null, 1]) {
      expect((await post('user/update/status', { loginId, status })).status).toBe(400);
    }
  });
});

describe('sessions', () => {
  test('survive a change of the login ID', async () => {
    const { loginId, userId, refreshJwt } = await signUp();
    await post('user/update/loginid', { loginId, newLoginId: `${loginId}-new` });
    expect((await auth('refresh', {}, refreshJwt)).body.user).toMatchObject({
      userId,
      loginIds: [`${loginId}-new`],
    });
  });

  test.each(['loginId', 'userId'] as const)('all end after a logout by %s', async (field) => {
    const user = await signUp();
    const answer = await post('user/logout', {
      loginId: '',
      userId: '',
      [field]: user[field],
      sessionTypes: null,
    });
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect((await auth('refresh', {}, user.refreshJwt)).status).toBe(401);
  });

  test('of an unknown user cannot be ended', async () => {
    expect((await post('user/logout', { userId: `U${'2'.repeat(27)}` })).body.errorCode).toBe('E112102');
    expect((await post('user/logout', {})).body.errorCode).toBe('E011002');
  });
});

describe('the history', () => {
  test('lists completed sign-ins, newest first, user by user', async () => {
    const { loginId, userId } = await make({ password });
    const silent = await make();
    await auth('password/signin', { loginId, password: 'wrong, and not in the history' });
    await signIn(loginId);
    latchkey.advance(60_000);
    const { body: last } = await signIn(loginId);
    const { status, body } = await post('user/history', [silent.userId, userId, `U${'3'.repeat(27)}`]);
    expect(status).toBe(200);
    const login = {
      userId,
      city: '',
      country: '',
      ip: '127.0.0.1',
      selectedTenant: '',
      impersonatorId: '',
      loginTime: expect.any(Number),
      method: 'password',
      deviceType: 'Bot',
    };
    expect(body).toEqual([login, login]);
    expect(body[0].loginTime).toBeGreaterThanOrEqual(body[1].loginTime + 60);
    expect(Math.abs(body[0].loginTime - last.claims.iat)).toBeLessThanOrEqual(1);
  });

  test('requires a list', async () => {
    expect((await post('user/history', [])).body).toEqual([]);
    for (const body of [{}, { userIds: [] }, [1], Array.from({ length: 101 }, () => 'x')]) {
      expect((await post('user/history', body)).status).toBe(400);
    }
  });
});

describe('credentials', () => {
  test('are removed with the authenticator app, and its codes stop working', async () => {
    const { loginId, code, refreshJwt } = await signUp();
    const { body: pending } = await auth('totp/update', { loginId }, refreshJwt);
    expect(await post('user/totp/delete', { loginId })).toMatchObject({ status: 200, body: {} });
    expect((await get(`loginId=${loginId}`)).body.user.TOTP).toBe(false);
    expect((await auth('totp/verify', { loginId, code: code(1) })).status).toBe(401);
    const other = new TOTP({ secret: Secret.fromBase32(pending.key) }).generate();
    expect((await auth('totp/verify', { loginId, code: other }, refreshJwt)).status).toBe(401);
    expect((await post('user/totp/delete', { loginId })).status).toBe(200);
  });

  test('that a user cannot have are listed as none, and removing them succeeds', async () => {
    const { loginId, userId } = await make();
    const answers = [
      [await post('user/passkeys/delete', { loginId }), {}],
      [await post('user/passkey/delete', { loginId, credentialId: 'x' }), {}],
      [await post('user/passkeys/list', { loginId }), { passkeys: [] }],
      [await post('user/recovery-codes/delete', { loginId: userId }), {}],
      [await post('user/trusteddevices/list', { identifiers: [loginId, userId] }), { devices: [] }],
      [await post('user/trusteddevices/remove', { identifier: loginId, deviceIds: ['x'] }), {}],
    ] as const;
    for (const [answer, body] of answers) expect(answer).toMatchObject({ status: 200, body });
  });
});
