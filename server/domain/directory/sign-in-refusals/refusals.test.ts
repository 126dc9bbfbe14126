import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newEmail } from '../../../../test/codes.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createPasswordUser, signInByPassword } from '../../../../test/signed-in.ts';
import { recordCountedRefusals } from './record-refusal.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

let since = 0;
beforeEach(() => {
  latchkey.advance(10 * 60_000 + 1);
  since = latchkey.service.now();
});

// biome-ignore lint/suspicious/noExplicitAny: events are compared, not computed with.
async function refusals(): Promise<any[]> {
  const body = { actions: ['LoginFailed'], from: since };
  const { audits } = (await latchkey.manage('POST', '/v1/mgmt/audit/search', body)).body;
  return audits;
}

const post = (path: string, body: unknown, requestId = 'test-request') =>
  latchkey.request('POST', path, { body, headers: { 'x-request-id': requestId } });

const disable = (loginId: string) =>
  latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' });

test('a disabled user’s sign-in is recorded once, with the user, the cause and the request', async () => {
  const user = await createPasswordUser(latchkey);
  await disable(user.loginId);
  const { status } = await post('/v1/auth/password/signin', user);
  expect(status).toBe(401);
  expect(await refusals()).toMatchObject([
    {
      userId: user.userId,
      method: 'password',
      data: { cause: 'disabled', errorCode: 'E062109', requestId: 'test-request' },
    },
  ]);
});

test('a wrong password of a user and of nobody leave one event each; the unknown name is kept as a hash and a mask', async () => {
  const user = await createPasswordUser(latchkey);
  await signInByPassword(latchkey, { ...user, password: 'wrong' });
  const password = 'secret-typed-here';
  await post('/v1/auth/password/signin', { loginId: 'Nobody@example.com', password });
  await post('/v1/auth/password/signin', { loginId: 'nobody@example.com ', password });
  const [third, second, first] = await refusals();
  expect(first).toMatchObject({ userId: user.userId, data: { cause: 'wrongPassword', failures: 1 } });
  expect(second).toMatchObject({ userId: '', data: { cause: 'unknownUser', loginIdMask: 'N***@e***.com' } });
  expect(third.data.loginIdHash).toBe(second.data.loginIdHash);
  const text = JSON.stringify([first, second, third]);
  expect(text).not.toContain('obody@example');
  expect(text).not.toContain(password);
  expect(text).not.toContain('wrong"');
});

test('the refusals of an unknown name are found by that name, however it is written', async () => {
  await post('/v1/auth/password/signin', { loginId: 'lost@example.com', password: 'x' });
  await post('/v1/auth/password/signin', { loginId: 'other@example.com', password: 'x' });
  const search = (name: string) =>
    latchkey.manage('POST', '/v1/mgmt/audit/search', { unknownLoginIds: [name], from: since });
  expect((await search(' LOST@example.com')).body).toMatchObject({
    total: 1,
    audits: [{ data: { cause: 'unknownUser', loginIdMask: 'l***@e***.com' } }],
  });
  expect((await search('nowhere@example.com')).body.total).toBe(0);
});

test('the hash of a name differs between projects', async () => {
  const body = { loginId: 'nobody@example.com', password: 'x' };
  await post('/v1/auth/password/signin', body);
  const other = await latchkey.addProject();
  await latchkey.request('POST', '/v1/auth/password/signin', { bearer: other.projectId, body });
  const search = { actions: ['LoginFailed'], from: since };
  const bearer = `${other.projectId}:${other.managementKey}`;
  const there = await latchkey.request('POST', '/v1/mgmt/audit/search', { bearer, body: search });
  const [here] = await refusals();
  expect(there.body.audits).toHaveLength(1);
  expect(there.body.audits[0].data.loginIdHash).not.toBe(here.data.loginIdHash);
});

test('a code that is not sent leaves an event after the answer, which is the same as for others', async () => {
  const loginId = newEmail();
  const known = newEmail();
  await latchkey.manage('POST', '/v1/mgmt/user/create', {
    loginId: known,
    email: known,
    verifiedEmail: true,
  });
  await disable(known);
  const answers = [
    await post('/v1/auth/otp/signin/email', { loginId: known }),
    await post('/v1/auth/otp/signin/email', { loginId }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await vi.waitFor(async () => expect(await refusals()).toHaveLength(2), 20_000);
  const causes = (await refusals()).map(({ method, data }) => [method, data.cause]);
  expect(causes).toContainEqual(['otp', 'disabled']);
  expect(causes).toContainEqual(['otp', 'unknownUser']);
});

test('links, codes and passkeys that are refused have a cause', async () => {
  await post('/v1/auth/magiclink/verify', { token: 'a'.repeat(43) });
  await post('/v1/auth/webauthn/signin/finish', { transactionId: 'unknown', response: '{}' });
  await post('/v1/auth/sso/exchange', { code: 'unknown' });
  await post('/v1/auth/totp/verify', { loginId: 'nobody@example.com', code: '123456' });
  await post('/v1/auth/password/signin', { password: 'x' });
  const found = (await refusals()).map(({ method, data }) => [method, data.cause]);
  expect(found).toEqual([
    ['password', 'badRequest'],
    ['totp', 'unknownUser'],
    ['sso', 'expiredCode'],
    ['webauthn', 'badRequest'],
    // A link that was used leaves no trace, so an unknown one may be one.
    ['magiclink', 'usedLink'],
  ]);
});

test('a device that waits for its link is refused nothing', async () => {
  const loginId = newEmail();
  const { body } = await post('/v1/auth/enchantedlink/signup-in/email', { loginId });
  await post('/v1/auth/enchantedlink/pending-session', { pendingRef: body.pendingRef });
  expect(await refusals()).toEqual([]);
});

test('a flood about one name becomes thirty events and one that stands for the others', async () => {
  latchkey.stopClock();
  const loginId = 'flooded@example.com';
  for (let i = 0; i < 40; i += 1) await post('/v1/auth/totp/verify', { loginId, code: '123456' });
  expect(await refusals()).toHaveLength(30);
  latchkey.advance(61_000);
  await recordCountedRefusals(latchkey.service);
  const [newest, ...rest] = await refusals();
  expect(rest).toHaveLength(30);
  expect(newest.data).toMatchObject({ count: 10, cause: 'unknownUser', loginIdMask: 'f***@e***.com' });
});
