import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { connectSimulator, exchange, OAuthBrowser } from '../../../../test/oauth-browser.ts';
import { createPasswordUser, enrolTotp, signInByPassword, withToken } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
});
afterAll(() => latchkey.close());

const summaryOf = (loginId: string) =>
  latchkey.manage('GET', `/v1/mgmt/user/sign-in-summary?${new URLSearchParams({ loginId })}`);

/** Times of events within the same few requests, in seconds. */
const about = (moment: number) => ({
  asymmetricMatch: (seconds: unknown) => Math.abs(Number(seconds) - moment / 1000) <= 5,
});

test('a user without credentials has none, and never signed in', async () => {
  await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'bare' });
  const { status, body } = await summaryOf('bare');
  expect(status).toBe(200);
  expect(body).toEqual({
    password: { exists: false, changedTime: 0, temporary: false, mustBeReplaced: false, lockedTime: 0 },
    totp: { exists: false, createdTime: 0 },
    passkeys: { count: 0, createdTime: 0 },
    recoveryCodes: { count: 0, createdTime: 0 },
    trustedDevices: { count: 0, lastUsedTime: 0 },
    oauthAccounts: [],
    ssoAccounts: [],
    lastSignIn: { time: 0, method: '', remoteAddress: '', device: '', tenantId: '', eventId: '' },
  });
});

test('credentials have the time since when, and the last sign-in its method', async () => {
  const user = await createPasswordUser(latchkey);
  const createdAt = latchkey.service.now();
  latchkey.advance(3_600_000);
  const { body: first } = await signInByPassword(latchkey, user);
  await enrolTotp(latchkey, user, first.refreshJwt);
  const enrolledAt = latchkey.service.now();
  await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', first.refreshJwt, { loginId: user.loginId });
  latchkey.advance(3_600_000);
  await signInByPassword(latchkey, user);
  const { body } = await summaryOf(user.userId);
  expect(body).toMatchObject({
    password: { exists: true, changedTime: about(createdAt), temporary: false, mustBeReplaced: false },
    totp: { exists: true, createdTime: about(enrolledAt) },
    recoveryCodes: { count: 10, createdTime: about(enrolledAt) },
    lastSignIn: { time: about(latchkey.service.now()), method: 'password' },
  });
  expect(body.lastSignIn.eventId).not.toBe('');
});

test('a temporary password says that it must be replaced', async () => {
  const user = await createPasswordUser(latchkey);
  await latchkey.manage('POST', '/v1/mgmt/user/password/set/temporary', {
    loginId: user.loginId,
    password: 'a long sentence with rain in it',
  });
  const { body } = await summaryOf(user.loginId);
  expect(body.password).toMatchObject({ exists: true, temporary: true, mustBeReplaced: true });
});

test('a linked account has the provider and since when', async () => {
  await connectSimulator(latchkey, 'acme');
  const email = 'linked@example.com';
  const identity = { nameId: 'sub-1', email, name: 'Linked', fault: 'none' };
  const { body: signedIn } = await exchange(
    latchkey,
    await new OAuthBrowser(latchkey).signIn('acme', identity),
  );
  const { body } = await summaryOf(signedIn.user.userId);
  expect(body.oauthAccounts).toEqual([
    { provider: 'acme', subject: 'sub-1', createdTime: about(latchkey.service.now()) },
  ]);
  expect(body.lastSignIn.method).toBe('oauth');
});

test('a user who does not exist is refused', async () => {
  const { status, body } = await summaryOf('nobody-at-all');
  expect([status, body.errorCode]).toEqual([404, 'E112102']);
});
