import { afterAll, beforeAll, expect, test } from 'vitest';
import { Authenticator } from '../../../../test/counterparts/authenticator.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { passkeysOf } from '../../../../test/passkeys.ts';
import { createTwoFactorUser, demandOf, setPolicy } from '../../../../test/sign-in-policy.ts';
import {
  createPasswordUser,
  enrolTotp,
  refresh,
  signInByPassword,
  verifyTotp,
} from '../../../../test/signed-in.ts';
import { dayMs, startOfDay } from '../../project/activity/activity.ts';

let latchkey: Latchkey;
const today = startOfDay(Date.now()) + dayMs;

beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock(today + dayMs / 2);
});
afterAll(() => latchkey.close());

async function lastSignInOf(loginId: string): Promise<number> {
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
  return body.user.lastSignInTime * 1000;
}

/** Returns those of the users who match, in the order of the list. */
async function found(users: { userId: string }[], criteria: object): Promise<number[]> {
  const userIds = users.map(({ userId }) => userId);
  const { status, body } = await latchkey.manage('POST', '/v1/mgmt/user/search', { userIds, ...criteria });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.total).toBe(body.users.length);
  return body.users.map(({ userId }: { userId: string }) => userIds.indexOf(userId)).sort();
}

test('a sign-in is found by its day, and a refresh is none', async () => {
  const users = [await createPasswordUser(latchkey), await createPasswordUser(latchkey)];
  const [first, second] = users as [(typeof users)[0], (typeof users)[0]];
  expect(await lastSignInOf(first.loginId)).toBe(0);
  const { body } = await signInByPassword(latchkey, first);
  expect(body.user.lastSignInTime * 1000).toBe(today);
  expect(await lastSignInOf(first.loginId)).toBe(today);

  const tomorrow = today + dayMs;
  expect(await found(users, { notSignedInSince: today + 1 })).toEqual([1]);
  expect(await found(users, { notSignedInSince: tomorrow })).toEqual([0, 1]);
  expect(await found(users, { fromLastSignInTime: tomorrow - 1 })).toEqual([0]);
  expect(await found(users, { fromLastSignInTime: tomorrow })).toEqual([]);
  expect(await found(users, { neverSignedIn: true })).toEqual([1]);
  expect(await found(users, { neverSignedIn: false, notSignedInSince: 0, fromLastSignInTime: 0 })).toEqual([
    0, 1,
  ]);
  const byDay = { sort: [{ field: 'lastSignInTime', desc: true }] };
  const { body: sorted } = await latchkey.manage('POST', '/v2/mgmt/user/search', byDay);
  expect(sorted.users[0].userId).toBe(first.userId);

  latchkey.advance(dayMs);
  expect((await refresh(latchkey, body.refreshJwt)).status).toBe(200);
  const wrong = await signInByPassword(latchkey, { ...second, password: 'not the password' });
  expect(wrong.status).toBe(401);
  expect(await lastSignInOf(second.loginId)).toBe(0);
  expect(await lastSignInOf(first.loginId)).toBe(today);
  expect((await signInByPassword(latchkey, first)).status).toBe(200);
  expect(await lastSignInOf(first.loginId)).toBe(tomorrow);
  const { body: after } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${first.loginId}`);
  const { body: again } = await signInByPassword(latchkey, first);
  expect(again.user.modifiedTime).toBe(after.user.modifiedTime);
});

test('a second factor is an authenticator app or a passkey, and no address', async () => {
  const [app, plain] = [
    await createPasswordUser(latchkey),
    await createPasswordUser(latchkey, { phone: '+4930123457' }),
  ];
  const { body } = await signInByPassword(latchkey, app);
  await enrolTotp(latchkey, app, body.refreshJwt);
  const keyUser = await passkeysOf(latchkey).signUp(new Authenticator(), 'key@factor.example');
  const withKey = keyUser.body.user;
  const users = [app, plain, withKey];
  expect(await found(users, { withoutSecondFactor: true })).toEqual([1]);
  expect(await found(users, { withoutSecondFactor: true, notSignedInSince: latchkey.service.now() })).toEqual(
    [1],
  );
  expect(await found(users, { withoutSecondFactor: true, fromLastSignInTime: 1 })).toEqual([]);
  expect(await found(users, { withoutSecondFactor: false })).toEqual([0, 1, 2]);
  await latchkey.manage('POST', '/v1/mgmt/user/totp/delete', { loginId: app.loginId });
  expect(await found(users, { withoutSecondFactor: true })).toEqual([0, 1]);
});

test('a sign-in that awaits a second factor counts once it is complete', async () => {
  await setPolicy(latchkey, { when: 'always', methods: ['totp'] });
  const user = await createTwoFactorUser(latchkey);
  latchkey.advance(dayMs);
  const before = await lastSignInOf(user.loginId);
  const { refreshJwt } = await demandOf(latchkey, user);
  expect(await lastSignInOf(user.loginId)).toBe(before);
  const { loginId } = user;
  await verifyTotp(latchkey, { loginId, code: user.code(), loginOptions: { mfa: true } }, refreshJwt);
  expect(await lastSignInOf(loginId)).toBe(startOfDay(latchkey.service.now()));
});
