import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, messagesTo, secretSentTo } from '../../../../test/messages.ts';

let latchkey: Latchkey;
let victim: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

beforeEach(async () => {
  counter += 1;
  victim = `victim${counter}@budget.example`;
  await createUser(victim);
});

const post = (
  path: string,
  body: object,
  options: { bearer?: string; headers?: Record<string, string> } = {},
) => latchkey.request('POST', `/v1/auth/${path}`, { body, ...options });

const createUser = (loginId: string, phone = '') =>
  latchkey.manage('POST', '/v1/mgmt/user/create', {
    loginId,
    email: loginId,
    verifiedEmail: true,
    ...(phone && { phone, verifiedPhone: true }),
  });

const askForCode = (loginId: string, options = {}) => post('otp/signin/email', { loginId }, options);
const received = async (to = victim) => (await messagesTo(latchkey, to)).length;

async function signIn(loginId: string, headers = {}) {
  await askForCode(loginId);
  const code = await codeSentTo(latchkey, loginId);
  const answer = await post('otp/verify/email', { loginId, code }, { headers });
  expect(answer.status).toBe(200);
  return answer;
}

/** Requests codes as a stranger until none arrives any more. */
async function useUp(loginId: string) {
  for (let i = 0; i < 4; i += 1) expect((await askForCode(loginId)).status).toBe(200);
}

test('an owner whose codes were used up still gets links and a reset', async () => {
  await useUp(victim);
  expect(await received()).toBe(3);
  await post('magiclink/signin/email', { loginId: victim });
  expect(await received()).toBe(4);
  await post('password/reset', { loginId: victim });
  expect(await received()).toBe(5);
  for (let i = 0; i < 4; i += 1) await post('enchantedlink/signin/email', { loginId: victim });
  // Both kinds of sign-in links count together, and apart from resets.
  expect(await received()).toBe(7);
  await post('password/reset', { loginId: victim });
  expect(await received()).toBe(8);
});

test('an enchanted link for a reset counts as a reset', async () => {
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { passwordResetMethod: 'enchantedlink' });
  for (let i = 0; i < 4; i += 1) await post('password/reset', { loginId: victim });
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { passwordResetMethod: 'magiclink' });
  expect(await received()).toBe(3);
  await post('enchantedlink/signin/email', { loginId: victim });
  expect(await received()).toBe(4);
});

test('a code or link that is used makes room for another: frequent sign-ins are never stopped', async () => {
  for (let i = 0; i < 6; i += 1) await signIn(victim);
  expect(await received()).toBe(6);
  for (let i = 0; i < 5; i += 1) {
    await post('magiclink/signin/email', { loginId: victim });
    const token = await secretSentTo(latchkey, victim);
    expect((await post('magiclink/verify', { token })).status).toBe(200);
  }
  expect(await received()).toBe(11);
  for (let i = 0; i < 4; i += 1) {
    await post('password/reset', { loginId: victim });
    const token = await secretSentTo(latchkey, victim);
    expect((await post('magiclink/verify', { token })).status).toBe(200);
  }
  expect(await received()).toBe(15);
});

describe('when strangers have used up the budget', () => {
  test('a refresh JWT of the account still gets codes, links and resets, and that of another account does not', async () => {
    const own = (await signIn(victim)).body.refreshJwt;
    const stranger = `stranger${counter}@budget.example`;
    await createUser(stranger);
    const others = (await signIn(stranger)).body.refreshJwt;
    const as = (jwt: string) => ({ bearer: `${latchkey.projectId}:${jwt}` });
    await useUp(victim);
    const before = await received();
    await askForCode(victim, as(others));
    await askForCode(victim, as(`${own}x`));
    expect(await received()).toBe(before);
    for (let i = 0; i < 5; i += 1) expect((await askForCode(victim, as(own))).status).toBe(200);
    expect(await received()).toBe(before + 3);
    for (let i = 0; i < 4; i += 1) await post('password/reset', { loginId: victim });
    await post('password/reset', { loginId: victim }, as(others));
    expect(await received()).toBe(before + 6);
    await post('password/reset', { loginId: victim }, as(own));
    expect(await received()).toBe(before + 7);
  });

  test('a refresh JWT no longer counts when its session has ended', async () => {
    const own = (await signIn(victim)).body.refreshJwt;
    const bearer = `${latchkey.projectId}:${own}`;
    expect((await post('logout', {}, { bearer })).status).toBe(200);
    await useUp(victim);
    const before = await received();
    expect((await askForCode(victim, { bearer })).status).toBe(200);
    expect(await received()).toBe(before);
  });

  test('requesting a code with an older refresh JWT ends no session', async () => {
    const { refreshJwt } = (await signIn(victim)).body;
    const first = { bearer: `${latchkey.projectId}:${refreshJwt}` };
    const second = (await post('refresh', {}, first)).body.refreshJwt;
    latchkey.advance(60_000);
    await askForCode(victim, first);
    const again = await post('refresh', {}, { bearer: `${latchkey.projectId}:${second}` });
    expect(again.status).toBe(200);
  });

  test('the browser of the user’s last sign-in still gets messages, by a cookie that is no session', async () => {
    await latchkey.manage('POST', '/v1/mgmt/project/settings', { tokenDelivery: 'cookies' });
    const cookieOf = async (loginId: string) => {
      const cookies = (await signIn(loginId)).headers.getSetCookie();
      const cookie = cookies.find((text) => text.includes('latchkey-last-'))!;
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; SameSite=Strict/);
      return cookie.split(';')[0]!;
    };
    const stranger = `browser${counter}@budget.example`;
    await createUser(stranger);
    const [own, others] = [await cookieOf(victim), await cookieOf(stranger)];
    const userId = (await latchkey.manage('GET', `/v1/mgmt/user?loginid=${victim}`)).body.user.userId;
    expect(own).not.toContain(userId);
    const from = (cookie: string) => ({ headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    await useUp(victim);
    const before = await received();
    await askForCode(victim, from(others));
    await askForCode(victim, from(`${own}x`));
    expect(await received()).toBe(before);
    await askForCode(victim, from(own));
    expect(await received()).toBe(before + 1);
    expect((await latchkey.request('GET', '/v1/auth/me', from(own))).status).toBe(401);
    await latchkey.manage('POST', '/v1/mgmt/project/settings', { tokenDelivery: 'body' });
  });
});

test('a project limits the SMS that strangers request, across all numbers, but not those of its own servers', async () => {
  const other = await latchkey.addProject();
  const bearer = `${other.projectId}:${other.managementKey}`;
  const manage = (path: string, body: object) =>
    latchkey.request('POST', `/v1/mgmt/${path}`, { bearer, body });
  const numbers = Array.from({ length: 9 }, (_, index) => `+12025550${110 + index}`);
  await manage('project/settings', { rateLimits: { smsPerProject: { requests: 5, seconds: 3_600 } } });
  const connector = { url: 'http://127.0.0.1:1/send', body: '{"to":"{{to}}","text":"{{text}}"}' };
  expect((await manage('connector/sms/http', connector)).status).toBe(200);
  for (const loginId of numbers) {
    expect((await post('otp/signup-in/sms', { loginId }, { bearer: other.projectId })).status).toBe(200);
  }
  const waiting = async () =>
    (await manage('message/search', {})).body.messages.filter(
      ({ channel }: { channel: string }) => channel === 'sms',
    ).length;
  expect(await waiting()).toBe(5);
  latchkey.advance(2 * 720_000);
  for (const loginId of numbers) await post('otp/signup-in/sms', { loginId }, { bearer: other.projectId });
  expect(await waiting()).toBe(7);
  const phone = '+12025550199';
  await manage('user/create', { loginId: phone, phone, invite: true, sendSMS: true, sendMail: false });
  expect(await waiting()).toBe(8);
});
