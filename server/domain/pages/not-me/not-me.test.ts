import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FormBrowser, type Visited } from '../../../../test/browser.ts';
import { newEmail, newPhone } from '../../../../test/codes.ts';
import { effects } from '../../../../test/effects/effects.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, messagesTo } from '../../../../test/messages.ts';
import {
  createPasswordUser,
  type PasswordUser,
  refresh,
  signInByPassword,
  withToken,
} from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
let browser: FormBrowser;

beforeAll(async () => {
  latchkey = await startLatchkey();
  await configure({ securityNotices: ['passwordChanged', 'addressChanged'] });
});
afterAll(() => latchkey.close());
beforeEach(() => {
  browser = new FormBrowser(latchkey);
});

function configure(settings: object) {
  return latchkey.manage('POST', '/v1/mgmt/project/settings', settings);
}

async function createUser(): Promise<PasswordUser> {
  const user = await createPasswordUser(latchkey);
  const email = { loginId: user.loginId, email: user.loginId };
  expect((await latchkey.manage('POST', '/v1/mgmt/user/update/email', email)).status).toBe(200);
  return user;
}

/** Changes the password within a session, as its owner or a thief can. */
async function changePassword({ loginId }: PasswordUser, refreshJwt: string): Promise<string> {
  const newPassword = `Stolen-${crypto.randomUUID()}`;
  const body = { loginId, newPassword };
  expect((await withToken(latchkey, 'POST', '/v1/auth/password/update', refreshJwt, body)).status).toBe(200);
  return newPassword;
}

async function noticeTo(address: string, kind: string) {
  const notices = (await messagesTo(latchkey, address)).filter((message) => message.kind === kind);
  expect(notices).toHaveLength(1);
  const path = notices[0].links[0].replace(latchkey.baseUrl, '');
  const t = new URL(path, latchkey.baseUrl).searchParams.get('t') ?? '';
  return { path, t, text: notices[0].text as string };
}

const titleOf = ({ html }: Visited) => /<h1>(.*)<\/h1>/.exec(html)?.[1];
const sessionsOf = async (identifier: string) =>
  (await latchkey.manage('POST', '/v1/mgmt/user/sessions', { identifier })).body.sessions;

describe('the link of a security notice', () => {
  test('is not used by viewing it, or by a form of another page', async () => {
    const user = await createUser();
    const { body } = await signInByPassword(latchkey, user);
    await changePassword(user, body.refreshJwt);
    const { path, t } = await noticeTo(user.loginId, 'passwordChanged');
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await fetch(latchkey.baseUrl + path, { method })).status).toBe(200);
    expect((await browser.post(path, { t }, { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
    expect((await browser.post(path, {})).status).toBe(400);
    expect((await refresh(latchkey, body.refreshJwt)).status).toBe(200);
    expect((await browser.get(path)).html).toContain('The password of your account was changed');
  });

  test('ends all sessions once, locks the password that a thief has set, and sends a link for a new one', {
    tags: 'race',
  }, async () => {
    const user = await createUser();
    const { body } = await signInByPassword(latchkey, user);
    const stolen = await changePassword(user, body.refreshJwt);
    const { path, t } = await noticeTo(user.loginId, 'passwordChanged');
    const posts = await Promise.all([1, 2, 3].map(() => new FormBrowser(latchkey).post(path, { t })));
    expect(posts.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(posts.every(({ headers }) => headers.getSetCookie().length === 0)).toBe(true);
    expect((await refresh(latchkey, body.refreshJwt)).status).toBe(401);
    const refused = await signInByPassword(latchkey, { ...user, password: stolen });
    expect(refused.body.errorCode).toBe('E062904');
    const reset = await noticeTo(user.loginId, 'passwordReset');
    const choose = await browser.submit(reset.path, { t: reset.t });
    await browser.submit(choose.path, { password: 'a sentence that no thief knows' });
    const again = await signInByPassword(latchkey, { ...user, password: 'a sentence that no thief knows' });
    expect(again.status).toBe(200);
  });

  test('of a replaced address stops the account, and neither signs in nor gives it back', async () => {
    const user = await createUser();
    const { loginId } = user;
    const { body } = await signInByPassword(latchkey, user);
    const thief = `thief-${crypto.randomUUID()}@example.com`;
    await latchkey.manage('POST', '/v1/mgmt/user/update/email', { loginId, email: thief });
    const { path, t, text } = await noticeTo(loginId, 'addressChanged');
    expect(text).toContain('t***@e***.com');
    expect(text).not.toContain(thief);
    const done = await effects(latchkey, () => browser.post(path, { t })).toBe({
      audit: [
        { action: 'SecurityNoticeAnswered', data: { kind: 'addressChanged', outcome: 'disabled' } },
        ...['UserModified', 'Logout', 'Logout'],
      ],
      rows: ['~1 securityNotices', '~1 users', '-1 sessions', '+1 endedSessions'],
    });
    expect([done.status, titleOf(done)]).toEqual([200, 'All sessions have ended']);
    expect(done.html).toContain('we’ve disabled the account');
    expect((await refresh(latchkey, body.refreshJwt)).status).toBe(401);
    expect((await signInByPassword(latchkey, user)).body.errorCode).toBe('E062109');
    const loaded = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
    expect(loaded.body.user).toMatchObject({ email: thief, status: 'disabled' });
  });

  test('of another event ends the sessions only, if its address was replaced since', async () => {
    const user = await createUser();
    const { loginId } = user;
    const { body } = await signInByPassword(latchkey, user);
    const password = await changePassword(user, body.refreshJwt);
    const email = `next-${crypto.randomUUID()}@example.com`;
    const { path, t } = await noticeTo(loginId, 'passwordChanged');
    await latchkey.manage('POST', '/v1/mgmt/user/update/email', { loginId, email });
    const done = await browser.post(path, { t });
    expect(done.html).toContain('no longer has this address');
    expect(await sessionsOf(loginId)).toEqual([]);
    expect((await signInByPassword(latchkey, { ...user, password })).status).toBe(200);
    const other = await noticeTo(loginId, 'addressChanged');
    expect((await browser.get(other.path)).status).toBe(400);
  });

  test('voids codes and links that wait, and sends nothing to a user who was disabled meanwhile', async () => {
    const user = await createUser();
    const { loginId } = user;
    const { body } = await signInByPassword(latchkey, user);
    await changePassword(user, body.refreshJwt);
    await latchkey.request('POST', '/v1/auth/magiclink/signin/email', { body: { loginId } });
    const { t: token } = await noticeTo(loginId, 'magicLink');
    const { path, t } = await noticeTo(loginId, 'passwordChanged');
    await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' });
    const done = await browser.post(path, { t });
    expect([done.status, titleOf(done)]).toEqual([200, 'All sessions have ended']);
    expect(done.html).not.toContain('sent a link');
    await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'enabled' });
    const late = await latchkey.request('POST', '/v1/auth/magiclink/verify', { body: { token } });
    expect(late.status).toBe(401);
    expect((await messagesTo(latchkey, loginId)).map(({ kind }) => kind)).not.toContain('passwordReset');
  });

  test('works for 7 days, and not for a deleted user', async () => {
    const [late, gone] = [await createUser(), await createUser()];
    for (const user of [late, gone]) {
      const { body } = await signInByPassword(latchkey, user);
      await changePassword(user, body.refreshJwt);
    }
    const [first, second] = [
      await noticeTo(late.loginId, 'passwordChanged'),
      await noticeTo(gone.loginId, 'passwordChanged'),
    ];
    await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId: gone.loginId });
    expect((await browser.post(second.path, { t: second.t })).status).toBe(400);
    expect((await browser.get(first.path)).status).toBe(200);
    const other = await latchkey.startAnother();
    other.advance(7 * 86_400_000 + 1_000);
    const later = new FormBrowser(other);
    expect((await later.get(first.path)).status).toBe(400);
    expect((await later.post(first.path, { t: first.t })).status).toBe(400);
    await other.close();
  });

  test('of a previous holder of the account is void, and the proof of its owner sends them none', async () => {
    const [phone, own, later] = [newPhone(), newEmail(), newEmail()];
    const post = (path: string, body: object, refreshJwt = '') =>
      withToken(latchkey, 'POST', `/v1/auth/${path}`, refreshJwt, body);
    const signedUp = await post('password/signup', {
      loginId: phone,
      password: 'a long and unusual sentence',
    });
    for (const email of [own, later]) {
      await post('otp/update/email', { loginId: phone, email }, signedUp.body.refreshJwt);
      const code = await codeSentTo(latchkey, email);
      expect(
        (await post('otp/verify/email', { loginId: phone, code }, signedUp.body.refreshJwt)).status,
      ).toBe(200);
    }
    const { path, t } = await noticeTo(own, 'addressChanged');
    await latchkey.request('POST', '/v1/auth/otp/signin/sms', { body: { loginId: phone } });
    const proof = { loginId: phone, code: await codeSentTo(latchkey, phone) };
    const { status, body } = await latchkey.request('POST', '/v1/auth/otp/verify/sms', { body: proof });
    expect([status, body.user.userId, body.user.email]).toEqual([200, signedUp.body.user.userId, '']);
    expect((await browser.post(path, { t })).status).toBe(400);
    const kinds = (await messagesTo(latchkey, later)).map(({ kind }) => kind);
    expect(kinds).not.toContain('addressChanged');
    expect((await refresh(latchkey, body.refreshJwt)).status).toBe(200);
  });

  test('shows a page in German, and sends one link where users get enchanted links', async () => {
    await configure({ passwordResetMethod: 'enchantedlink' });
    const user = await createUser();
    const { body } = await signInByPassword(latchkey, user);
    await changePassword(user, body.refreshJwt);
    const { path, t } = await noticeTo(user.loginId, 'passwordChanged');
    const german = await browser.get(path, { 'accept-language': 'de' });
    expect(titleOf(german)).toBe('Waren Sie das nicht?');
    const done = await browser.post(path, { t });
    expect(done.html).toContain('sent a link to set a new one');
    await noticeTo(user.loginId, 'passwordReset');
    await configure({ passwordResetMethod: 'magiclink' });
  });
});
