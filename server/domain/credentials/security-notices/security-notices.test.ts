import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator } from '../../../../test/counterparts/authenticator.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, messagesTo } from '../../../../test/messages.ts';
import { passkeysOf } from '../../../../test/passkeys.ts';
import { createPasswordUser, enrolTotp, type PasswordUser, withToken } from '../../../../test/signed-in.ts';
import { lastSignInCookie } from '../../../core/last-sign-in.ts';
import { securityNoticeKinds } from '../../../core/security-notices.ts';
import { noticeSignIn } from './notice-sign-in.ts';
import { noticeUser } from './notice-user.ts';

let latchkey: Latchkey;
let user: PasswordUser;

beforeAll(async () => {
  latchkey = await startLatchkey();
  // The limits of messages count by time.
  latchkey.stopClock();
  await configure([...securityNoticeKinds]);
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  user = await createUser();
});

async function configure(securityNotices: string[]) {
  const answer = await latchkey.manage('POST', '/v1/mgmt/project/settings', { securityNotices });
  expect(answer.status).toBe(200);
}

async function createUser(): Promise<PasswordUser> {
  const created = await createPasswordUser(latchkey);
  await manage('update/email', { email: created.loginId }, created);
  return created;
}

async function manage(path: string, body: object, { loginId } = user) {
  const answer = await latchkey.manage('POST', `/v1/mgmt/user/${path}`, { loginId, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

async function signIn(userAgent = windows, headers: Record<string, string> = {}, on = latchkey) {
  const { loginId, password } = user;
  const answer = await on.request('POST', '/v1/auth/password/signin', {
    body: { loginId, password },
    headers: { 'user-agent': userAgent, ...headers },
  });
  expect(answer.status).toBe(200);
  return answer.body.refreshJwt as string;
}

const notices = async (to = user.loginId) =>
  (await messagesTo(latchkey, to)).filter(({ kind }) => securityNoticeKinds.includes(kind));
const kinds = async (to?: string) => (await notices(to)).map(({ kind }) => kind);

describe('a sign-in', () => {
  test('from a new device is reported with the device and the address, but never the first one', async () => {
    await signIn(windows);
    await signIn(windows.replaceAll('130', '131'));
    expect(await notices()).toEqual([]);
    await signIn(phone);
    await signIn(phone);
    await signIn(windows);
    const [notice, ...more] = await notices();
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ kind: 'newDevice', userId: user.userId });
    expect(notice.text).toContain('Safari, iPhone (127.0.0.1)');
    expect(notice.text).toMatch(/\d{1,2} \w+ 20\d\d at \d\d:\d\d UTC, Safari/);
  });

  test('from a distant network is reported, and from a near one not', async () => {
    const behindProxy = await latchkey.startAnother({ LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' });
    for (const address of ['198.51.100.4', '198.51.7.7', '2001:db8::1', '2001:db8:77::2', '203.0.113.9'])
      await signIn(windows, { 'x-forwarded-for': address }, behindProxy);
    await behindProxy.sendMessages();
    const texts = (await notices()).map(({ text }) => /\((.*)\)/.exec(text)?.[1]);
    expect(texts).toEqual(['2001:db8::1', '203.0.113.9']);
    await behindProxy.close();
  });

  test('of a user who has been signed in since before the notices is compared with their sessions', async () => {
    await configure([]);
    await signIn(windows);
    await configure([...securityNoticeKinds]);
    await signIn(windows);
    expect(await notices()).toEqual([]);
    await configure([]);
    user = await createUser();
    await signIn(windows);
    await configure([...securityNoticeKinds]);
    await signIn(phone);
    expect(await kinds()).toEqual(['newDevice']);
  });

  test('in the browser that the user signed in with last is known from anywhere, in that of another user not', async () => {
    await signIn();
    const cookieOf = (userId: string) => {
      const { name, value } = lastSignInCookie(latchkey.context, userId);
      return { cookie: `${name}=${value}` };
    };
    await signIn(phone, cookieOf(user.userId));
    expect(await notices()).toEqual([]);
    await signIn('other/1', cookieOf((await createUser()).userId));
    expect(await kinds()).toEqual(['newDevice']);
  });

  test('by a server of the project is no device', async () => {
    await signIn();
    await latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId: user.loginId });
    expect(await notices()).toEqual([]);
  });

  test('shows nothing that a stranger writes into the user agent', async () => {
    await signIn();
    await signIn('Call +1 555 0100 now, https://evil.example/');
    const [{ text, html }] = await notices();
    expect(text).toContain('unknown device (127.0.0.1)');
    // Ports and the secrets of links can contain 555.
    expect(text + html).not.toMatch(/evil|Call|\+1|555\s*0100/);
  });

  test('from many devices at once is remembered for a bounded number, and reported within the limit', async () => {
    await signIn();
    const products = Array.from({ length: 25 }, (_, index) => `product${index}/1`);
    await Promise.all(products.slice(0, 6).map((product) => signIn(product)));
    for (const product of products.slice(6)) await signIn(product);
    expect(await notices()).toHaveLength(3);
    const { db } = latchkey.service;
    const rows = await db
      .selectFrom('seenDevices')
      .select('deviceHash')
      .where('projectId', '=', latchkey.projectId)
      .where('userId', '=', user.userId)
      .execute();
    expect(rows).toHaveLength(20);
  });
});

describe('a change', () => {
  test('of the password is reported, whoever changes it, and not the choice of the first one', async () => {
    const refreshJwt = await signIn();
    const { loginId } = user;
    const newPassword = 'a sentence about the weather';
    await withToken(latchkey, 'POST', '/v1/auth/password/update', refreshJwt, { loginId, newPassword });
    await manage('password/set/active', { password: 'a sentence about the other weather' });
    const texts = (await notices()).map(({ kind, text }) => [kind, /UTC, (.*)/.exec(text)?.[1]]);
    expect(texts).toEqual([
      ['passwordChanged', 'unknown device (127.0.0.1)'],
      ['passwordChanged', 'by an administrator'],
    ]);
    const first = `first-${crypto.randomUUID()}@example.com`;
    await latchkey.manage('POST', '/v1/mgmt/user/create', {
      loginId: first,
      email: first,
      verifiedEmail: true,
    });
    await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', {
      loginId: first,
      password: newPassword,
    });
    expect(await notices(first)).toEqual([]);
  });

  test('of the second factors is reported with the factor, in the language of the project', async () => {
    const refreshJwt = await signIn('node');
    await enrolTotp(latchkey, user, refreshJwt);
    await latchkey.manage('POST', '/v1/mgmt/project/settings', { locale: 'de' });
    const added = await passkeysOf(latchkey).add(new Authenticator(), user.loginId, refreshJwt);
    expect(added.status).toBe(200);
    await latchkey.manage('POST', '/v1/mgmt/project/settings', { locale: 'en' });
    await manage('totp/delete', {});
    await manage('totp/delete', {});
    await manage('passkey/delete', { credentialId: 'none' });
    await manage('passkeys/delete', {});
    const texts = (await notices()).map(({ kind, text }) => [kind, text.split('\n\n')[1]]);
    expect(texts).toEqual([
      ['factorAdded', 'You can now sign in to your account with an authenticator app. This was set up:'],
      ['factorAdded', 'Für Ihr Konto gibt es eine neue Anmeldemethode: Passkey. Sie wurde hinzugefügt:'],
      ['factorRemoved', 'Your account no longer uses an authenticator app. This was removed:'],
      ['factorRemoved', 'Your account no longer uses a passkey. This was removed:'],
    ]);
  });

  test('of an address is reported to the one that was verified before, once', async () => {
    const email = `next-${crypto.randomUUID()}@example.com`;
    await manage('update/email', { email });
    await manage('update/phone', { phone: '+12025550123' });
    await manage('update/phone', { phone: '+12025550199' });
    await manage('update/email', { email: '' });
    expect(await kinds()).toEqual(['addressChanged']);
    const texts = (await notices(email)).map(({ text }) => /your account is (\S+)\. It/.exec(text)?.[1]);
    expect(texts).toEqual(['***99', '–']);
    await manage('update/email', { email, verified: false });
    await manage('password/set/active', { password: 'a sentence about the weather' });
    expect(await kinds(email)).toEqual(['addressChanged', 'addressChanged']);
  });

  test('of an address by its owner is reported once, by the notice with a link', async () => {
    const refreshJwt = await signIn();
    const { loginId } = user;
    const email = `own-${crypto.randomUUID()}@example.com`;
    await withToken(latchkey, 'POST', '/v1/auth/otp/update/email', refreshJwt, { loginId, email });
    const code = await codeSentTo(latchkey, email);
    const verify = { loginId, code };
    const changed = await withToken(latchkey, 'POST', '/v1/auth/otp/verify/email', refreshJwt, verify);
    expect(changed.body.user.email).toBe(email);
    const messages = await messagesTo(latchkey, loginId);
    expect(messages.map(({ kind }) => kind)).toEqual(['addressChanged']);
    expect(messages[0].links[0]).toContain('/not-me?');
  });

  test('that is undone leaves no notice', async () => {
    const other = await createUser();
    const taken = await latchkey.manage('POST', '/v1/mgmt/user/update/email', {
      loginId: user.loginId,
      email: other.loginId,
    });
    expect(taken.status).toBe(400);
    expect(await notices()).toEqual([]);
  });

  test('of a disabled user or a test user is not reported', async () => {
    await manage('update/status', { status: 'disabled' });
    await manage('password/set/active', { password: 'a sentence about the weather' });
    expect(await notices()).toEqual([]);
  });
});

test('a password that is locked by wrong ones is reported', async () => {
  await latchkey.manage('POST', '/v1/mgmt/password/settings', { lock: true, lockAttempts: 2 });
  const wrong = { loginId: user.loginId, password: 'wrong' };
  for (let i = 0; i < 3; i++) await latchkey.request('POST', '/v1/auth/password/signin', { body: wrong });
  expect(await kinds()).toEqual(['accountLocked']);
  await latchkey.manage('POST', '/v1/mgmt/password/settings', { lock: false });
});

test('a project that has a kind turned off pays no statement for it', async () => {
  const { project } = latchkey.context;
  const off = { ...project, settings: { ...project.settings, securityNotices: [] } };
  // Without a database, any statement fails.
  const ctx = { ...latchkey.context, db: undefined as never, project: off };
  const { userId } = user;
  for (const kind of securityNoticeKinds) await noticeUser(ctx, { kind, userId });
  await noticeSignIn(ctx, { userId, sessionId: '' });
});

test('the kinds are a setting of the project, none at first, and an unknown one is refused', async () => {
  const { projectId, managementKey } = await latchkey.addProject();
  const bearer = `${projectId}:${managementKey}`;
  const { body } = await latchkey.request('GET', '/v1/mgmt/project/settings', { bearer });
  expect(body.securityNotices).toEqual([]);
  const wrong = await latchkey.request('POST', '/v1/mgmt/project/settings', {
    bearer,
    body: { securityNotices: ['newDevice', 'fullMoon'] },
  });
  expect(wrong.status).toBe(400);
});
