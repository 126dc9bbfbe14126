import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codesOf, newEmail, newPhone } from '../../../../test/codes.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo } from '../../../../test/messages.ts';
import { createTwoFactorUser, demandIn, setPolicy } from '../../../../test/sign-in-policy.ts';
import { enrolTotp, type PasswordUser, withToken } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());
beforeEach(() => setPolicy(latchkey, { when: 'newDevice', methods: ['totp'] }));

type TwoFactorUser = Awaited<ReturnType<typeof createTwoFactorUser>>;

/** Signs in by password on a device that has this token. */
function signIn({ loginId, password }: PasswordUser, device = '', loginOptions?: object): Promise<Answer> {
  return latchkey.request('POST', '/v1/auth/password/signin', {
    body: { loginId, password, ...(loginOptions && { loginOptions }) },
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
      ...(device && { 'x-descope-trusted-device-token': device }),
    },
  });
}

/** Completes a sign-in with the authenticator. */
async function complete(user: TwoFactorUser, refused: Answer, trustDevice = true): Promise<Answer> {
  const answer = await latchkey.request('POST', '/v1/auth/totp/verify', {
    bearer: `${latchkey.projectId}:${demandIn(refused).refreshJwt}`,
    body: { loginId: user.loginId, code: user.code(), loginOptions: { mfa: true, trustDevice } },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
}

async function trusted(): Promise<{ user: TwoFactorUser; device: string }> {
  const user = await createTwoFactorUser(latchkey);
  const { body } = await complete(user, await signIn(user));
  return { user, device: body.trustedDeviceJwt };
}

/** Another session with two factors, on a device that is not trusted. */
async function sessionOf(user: TwoFactorUser): Promise<{ refreshJwt: string }> {
  return (await complete(user, await signIn(user), false)).body;
}

async function isTrusted(user: PasswordUser, device: string): Promise<boolean> {
  return (await signIn(user, device)).status === 200;
}

async function listed(...identifiers: string[]) {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/user/trusteddevices/list', { identifiers });
  return body.devices;
}

test('a device that the user trusts needs no second factor again; each sign-in there replaces its token', async () => {
  const { user, device } = await trusted();
  const second = await signIn(user, device);
  expect(second.status).toBe(200);
  expect(second.body.claims.amr).toEqual(['pwd']);
  expect(second.body.trustedDeviceJwt).not.toBe(device);
  expect(await isTrusted(user, second.body.trustedDeviceJwt)).toBe(true);
});

test('no device is trusted unless the user asks, or with one factor', async () => {
  const user = await createTwoFactorUser(latchkey);
  const { body } = await complete(user, await signIn(user), false);
  expect(body.trustedDeviceJwt).toBeUndefined();
  await setPolicy(latchkey, { when: 'never', methods: ['totp'] });
  const single = await signIn(user, '', { trustDevice: true });
  expect([single.status, single.body.trustedDeviceJwt]).toEqual([200, undefined]);
});

test('a token that was used before ends the trust: somebody has copied it', async () => {
  const { user, device } = await trusted();
  const next = (await signIn(user, device)).body.trustedDeviceJwt;
  expect(await isTrusted(user, device)).toBe(false);
  expect(await isTrusted(user, next)).toBe(false);
});

test('of many sign-ins with one token at the same time, one is trusted', { tags: 'race' }, async () => {
  const { user, device } = await trusted();
  const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(user, device)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
});

test.each(['', 'x', 'D3MUb01Gah4Bzej8X3mvzZxvtdlP.short'])(
  'a made-up token is no device: %j',
  async (token) => {
    const { user } = await trusted();
    expect(await isTrusted(user, token)).toBe(false);
  },
);

test('a device stands in for nobody else, and for no first factor', async () => {
  const [{ user, device }, other] = [await trusted(), await createTwoFactorUser(latchkey)];
  expect(await isTrusted(other, device)).toBe(false);
  expect((await signIn({ ...user, password: 'wrong' }, device)).status).toBe(401);
  expect(await isTrusted(user, device)).toBe(true);
});

test('a policy that always asks trusts no device, and one with a number of days asks again after them', async () => {
  const { user, device } = await trusted();
  await setPolicy(latchkey, { when: 'always', methods: ['totp'] });
  expect(await isTrusted(user, device)).toBe(false);
  await setPolicy(latchkey, { when: 'everyDays', days: 7, methods: ['totp'] });
  const answer = await signIn(user, device);
  expect(answer.status).toBe(200);
  latchkey.advance(7 * 24 * 60 * 60_000);
  const asked = await signIn(user, answer.body.trustedDeviceJwt);
  expect(asked.status).toBe(403);
  const { body } = await complete(user, asked);
  expect(await isTrusted(user, body.trustedDeviceJwt)).toBe(true);
});

test('a device that was not used for 30 days is not trusted any more', async () => {
  const { user, device } = await trusted();
  latchkey.advance(30 * 24 * 60 * 60_000);
  expect(await isTrusted(user, device)).toBe(false);
});

test.each<[string, (user: TwoFactorUser) => Promise<unknown>]>([
  ['all sessions are ended', ({ loginId }) => latchkey.manage('POST', '/v1/mgmt/user/logout', { loginId })],
  [
    'the password is set',
    ({ loginId, password }) =>
      latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password }),
  ],
  [
    'a device is removed',
    async ({ loginId }) => {
      const deviceIds = (await listed(loginId)).map(({ id }: { id: string }) => id);
      return latchkey.manage('POST', '/v1/mgmt/user/trusteddevices/remove', {
        identifier: loginId,
        deviceIds,
      });
    },
  ],
  [
    'the authenticator is replaced',
    async (user) => {
      const { refreshJwt } = await sessionOf(user);
      await enrolTotp(latchkey, user, refreshJwt);
    },
  ],
  [
    'new recovery codes replace earlier ones',
    async (user) => {
      const { refreshJwt } = await sessionOf(user);
      for (const _ of [1, 2]) {
        const { loginId } = user;
        const created = await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', refreshJwt, { loginId });
        expect(created.status).toBe(200);
      }
    },
  ],
  [
    'a verified number is replaced',
    async ({ loginId }) => {
      for (const phone of [newPhone(), newPhone()]) {
        const change = { loginId, phone, verified: true };
        expect((await latchkey.manage('POST', '/v1/mgmt/user/update/phone', change)).status).toBe(200);
      }
    },
  ],
])('the trust ends when %s', async (_, end) => {
  const { user, device } = await trusted();
  await end(user);
  expect(await isTrusted(user, device)).toBe(false);
});

test('the trust outlives a factor that is only added', async () => {
  const { user, device } = await trusted();
  const { refreshJwt } = await sessionOf(user);
  const { loginId } = user;
  await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', refreshJwt, { loginId });
  await latchkey.manage('POST', '/v1/mgmt/user/update/phone', { loginId, phone: newPhone(), verified: true });
  expect(await isTrusted(user, device)).toBe(true);
});

describe('the trust counts for a policy only if it began with a factor that the policy accepts', () => {
  const onNewDevices = (methods: string[]) => ({ when: 'newDevice', methods });

  /** Trusts a device with a code by mail, in a project that accepts one. */
  async function trustedByMail() {
    await setPolicy(latchkey, onNewDevices(['totp', 'email']));
    const email = newEmail();
    const user = await createTwoFactorUser(latchkey, { email });
    const { refreshJwt } = demandIn(await signIn(user));
    const { loginId } = user;
    await codesOf(latchkey).begin('signin', 'email', { loginId, loginOptions: { mfa: true } }, refreshJwt);
    const { body } = await latchkey.request('POST', '/v1/auth/otp/verify/email', {
      bearer: `${latchkey.projectId}:${refreshJwt}`,
      body: { loginId, code: await codeSentTo(latchkey, email), loginOptions: { trustDevice: true } },
    });
    return { user, email, device: body.trustedDeviceJwt as string };
  }

  const manage = (path: string, body: object) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);

  test.each<[string, (loginId: string) => Promise<unknown>]>([
    ['the project', () => setPolicy(latchkey, onNewDevices(['totp', 'passkey']))],
    [
      'a tenant that the user joins later',
      async (loginId) => {
        await manage('tenant/create', { id: 'bank', name: 'Bank' });
        await setPolicy(latchkey, onNewDevices(['totp']), { tenantId: 'bank' });
        await manage('user/update/tenant/add', { loginId, tenantId: 'bank' });
      },
    ],
    [
      'a role that the user gets later',
      async (loginId) => {
        await manage('role/create', { name: 'Clerk' });
        await setPolicy(latchkey, onNewDevices(['totp']), { roleName: 'Clerk' });
        await manage('user/update/role/add', { loginId, roleNames: ['Clerk'] });
      },
    ],
  ])('of %s', async (_, beStricter) => {
    const { user, device } = await trustedByMail();
    const { body } = await signIn(user, device);
    await beStricter(user.loginId);
    const refused = await signIn(user, body.trustedDeviceJwt);
    expect(demandIn(refused).methods).toEqual(['totp']);
    // The trust was not used up, and the stronger factor begins it anew.
    const stronger = await latchkey.request('POST', '/v1/auth/totp/verify', {
      bearer: `${latchkey.projectId}:${demandIn(refused).refreshJwt}`,
      body: { loginId: user.loginId, code: user.code(), loginOptions: { mfa: true, trustDevice: true } },
      headers: { 'x-descope-trusted-device-token': body.trustedDeviceJwt },
    });
    expect(await isTrusted(user, stronger.body.trustedDeviceJwt)).toBe(true);
    expect(await listed(user.loginId)).toHaveLength(1);
  });

  test('and that the user still has', async () => {
    const { user, email, device } = await trustedByMail();
    await manage('user/update/email', { loginId: user.loginId, email, verified: false });
    expect(await isTrusted(user, device)).toBe(false);
  });

  test('or, for a device from before factors were recorded, only if the policy accepts every factor', async () => {
    const { user, device } = await trusted();
    await latchkey.service.db
      .updateTable('trustedDevices')
      .set({ amr: null })
      .where('projectId', '=', latchkey.projectId)
      .where('userId', '=', user.userId)
      .execute();
    expect(await isTrusted(user, device)).toBe(false);
    await setPolicy(latchkey, { when: 'newDevice' });
    expect(await isTrusted(user, device)).toBe(true);
  });
});

test('administrators see the devices of users, and nothing else of theirs', async () => {
  const [{ user, device }, other] = [await trusted(), await trusted()];
  const [shown, ...more] = await listed(user.loginId);
  expect(more).toEqual([]);
  expect(shown).toMatchObject({
    userId: user.userId,
    name: 'Firefox, Linux',
    deviceType: 'Desktop',
    isCurrentDevice: false,
  });
  expect(Number(shown.expirationTime) - Number(shown.lastLoginTime)).toBe(30 * 24 * 60 * 60);
  expect(JSON.stringify(shown)).not.toContain(device.split('.')[1]);
  expect(await listed(user.loginId, other.user.userId)).toHaveLength(2);
  const deviceIds = [shown.id];
  await latchkey.manage('POST', '/v1/mgmt/user/trusteddevices/remove', {
    identifier: other.user.loginId,
    deviceIds,
  });
  expect(await isTrusted(user, device)).toBe(true);
});
