import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpWithTotp } from '../../../../test/credentials.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeSentTo,
  messagesTo,
  newestMessageTo,
  secretOf,
  secretSentTo,
} from '../../../../test/messages.ts';
import { enrolTotp, refresh, signInByPassword, withToken } from '../../../../test/signed-in.ts';

/** Tests that signing up with another person's address and waiting for the owner gains nothing (Sudhodanan & Paverd 2022). */

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

let counter = 0;
const newEmail = () => `owner${++counter}@proof.example`;
const newPhone = () => `+1202556${String(++counter).padStart(4, '0')}`;
const password = 'a long and unusual sentence';

function post(path: string, body: object, bearer?: string) {
  return latchkey.request('POST', `/v1/auth/${path}`, { body, ...(bearer && { bearer }) });
}

async function load(loginId: string) {
  return (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;
}

/** Signs in by the link of a reset, as one link or as the right one of three. */
async function signInByReset(email: string, passwordResetMethod: 'magiclink' | 'enchantedlink') {
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { passwordResetMethod });
  const { pendingRef, linkId } = (await post('password/reset', { loginId: email })).body;
  if (!pendingRef) return post('magiclink/verify', { token: await secretSentTo(latchkey, email) });
  const { text, links } = await newestMessageTo(latchkey, email);
  const numbers = [...new Set<string>(text.match(/(?<![\w&=?-])\d\d(?![\w&=?-])/g))];
  await post('enchantedlink/verify', { token: secretOf(links[numbers.indexOf(linkId)]) });
  return post('enchantedlink/pending-session', { pendingRef });
}

async function signInByCode(loginId: string, email: string, bearer?: string) {
  const loginOptions = bearer ? { stepup: true } : undefined;
  await post('otp/signin/email', { loginId, loginOptions }, bearer);
  return post('otp/verify/email', { loginId, code: await codeSentTo(latchkey, email) }, bearer);
}

describe('in an account whose sign-up did not prove the address', () => {
  test('a password and its sessions do not outlive the first proof', async () => {
    const email = newEmail();
    const planted = (await post('password/signup', { loginId: email, password })).body;
    const { status, body } = await signInByCode(email, email);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ userId: planted.user.userId, verifiedEmail: true, password: false });
    expect((await signInByPassword(latchkey, { loginId: email, password })).status).toBe(401);
    expect((await refresh(latchkey, planted.refreshJwt)).status).toBe(401);
    expect((await refresh(latchkey, body.refreshJwt)).status).toBe(200);
  });

  test.each(['magiclink', 'enchantedlink'] as const)(
    'a reset by %s is the first proof: it reaches the owner, who sets the password, and nothing else is left',
    async (method) => {
      const email = newEmail();
      const planted = (await post('password/signup', { loginId: email, password })).body;
      await enrolTotp(latchkey, { loginId: email }, planted.refreshJwt);
      const { status, body } = await signInByReset(email, method);
      const { userId } = planted.user;
      const owned = { userId, loginIds: [email], verifiedEmail: true, password: false, TOTP: false };
      expect([status, body.user]).toEqual([200, expect.objectContaining(owned)]);
      expect((await refresh(latchkey, planted.refreshJwt)).status).toBe(401);
      const newPassword = `${password} of my own`;
      const update = { loginId: email, newPassword };
      await withToken(latchkey, 'POST', '/v1/auth/password/update', body.refreshJwt, update);
      expect((await signInByPassword(latchkey, { loginId: email, password })).status).toBe(401);
      expect((await signInByPassword(latchkey, { loginId: email, password: newPassword })).status).toBe(200);
      // From then on the account is its owner’s: a second reset removes nothing.
      await enrolTotp(latchkey, { loginId: email }, body.refreshJwt);
      expect((await signInByReset(email, method)).body.user).toMatchObject({ TOTP: true, password: true });
    },
  );

  test('a reset reaches the address by another login ID of the account, too, and not once the address has changed', async () => {
    const [email, name] = [newEmail(), `name${++counter}`];
    const create = { loginId: name, additionalLoginIds: [email], email, verifiedEmail: false };
    await latchkey.manage('POST', '/v1/mgmt/user/create', create);
    await post('password/reset', { loginId: name });
    const token = await secretSentTo(latchkey, email);
    const other = newEmail();
    await latchkey.manage('POST', '/v1/mgmt/user/update/email', { loginId: name, email: other });
    expect((await post('magiclink/verify', { token })).body.errorCode).toBe('E062504');
    await latchkey.manage('POST', '/v1/mgmt/user/update/email', { loginId: name, email });
    expect((await signInByReset(email, 'magiclink')).body.user).toMatchObject({
      loginIds: [name, email],
      verifiedEmail: true,
    });
  });

  test('an authenticator does not outlive it, even by a link', async () => {
    const email = newEmail();
    const planted = await signUpWithTotp(latchkey, email);
    await post('magiclink/signin/email', { loginId: email });
    const { body } = await post('magiclink/verify', { token: await secretSentTo(latchkey, email) });
    expect(body.user).toMatchObject({ TOTP: false, verifiedEmail: true });
    expect((await refresh(latchkey, planted.refreshJwt)).status).toBe(401);
  });

  test('a password that is set after the proof stays', async () => {
    const email = newEmail();
    await post('password/signup', { loginId: email, password });
    const { body } = await signInByCode(email, email);
    const newPassword = `${password} of my own`;
    await withToken(latchkey, 'POST', '/v1/auth/password/update', body.refreshJwt, {
      loginId: email,
      newPassword,
    });
    expect((await signInByCode(email, email)).status).toBe(200);
    expect((await signInByPassword(latchkey, { loginId: email, password: newPassword })).status).toBe(200);
  });

  test('a user who enters the code within their session keeps everything', async () => {
    const email = newEmail();
    const { refreshJwt } = (await post('password/signup', { loginId: email, password })).body;
    const { body } = await signInByCode(email, email, `${latchkey.projectId}:${refreshJwt}`);
    expect(body.user).toMatchObject({ verifiedEmail: true, password: true });
    expect((await signInByPassword(latchkey, { loginId: email, password })).status).toBe(200);
  });

  test('a user who proves the address by a change of address keeps everything', async () => {
    const email = newEmail();
    const { refreshJwt } = (await post('password/signup', { loginId: email, password })).body;
    await withToken(latchkey, 'POST', '/v1/auth/otp/update/email', refreshJwt, { loginId: email, email });
    const { body } = await withToken(latchkey, 'POST', '/v1/auth/otp/verify/email', refreshJwt, {
      loginId: email,
      code: await codeSentTo(latchkey, email),
    });
    expect(body.user).toMatchObject({ verifiedEmail: true, password: true });
  });

  test('a number proven before no longer signs in once another person proves the login ID', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await post('otp/signup/sms', { loginId: email, user: { phone } });
    const planted = await post('otp/verify/sms', { loginId: email, code: await codeSentTo(latchkey, phone) });
    expect(planted.body.user).toMatchObject({ verifiedPhone: true, verifiedEmail: false });
    expect((await signInByCode(email, email)).body.user).toMatchObject({
      verifiedPhone: false,
      verifiedEmail: true,
    });
    expect((await refresh(latchkey, planted.body.refreshJwt)).status).toBe(401);
    const before = (await messagesTo(latchkey, phone)).length;
    await post('otp/signin/sms', { loginId: email });
    expect(await messagesTo(latchkey, phone)).toHaveLength(before);
  });

  test('a link under way to another person’s number becomes void', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await post('password/signup', { loginId: email, password, user: { phone } });
    await post('magiclink/signin/sms', { loginId: email });
    const token = await secretSentTo(latchkey, phone);
    await post('otp/signin/sms', { loginId: email });
    const code = await codeSentTo(latchkey, phone);
    expect((await signInByCode(email, email)).body.user).toMatchObject({ verifiedEmail: true });
    expect((await post('magiclink/verify', { token })).body.errorCode).toBe('E062504');
    expect((await post('otp/verify/sms', { loginId: email, code })).status).toBe(401);
    expect(await load(email)).toMatchObject({ verifiedEmail: true, verifiedPhone: false });
  });

  test('nothing is sent to an unproven address beside a proven one', async () => {
    const [victim, phone] = [newEmail(), newPhone()];
    await post('otp/signup/sms', { loginId: phone, user: { email: victim } });
    await post('otp/verify/sms', { loginId: phone, code: await codeSentTo(latchkey, phone) });
    for (const way of ['otp/signin/email', 'magiclink/signin/email', 'enchantedlink/signup-in/email']) {
      expect((await post(way, { loginId: phone })).status).toBe(200);
    }
    expect(await messagesTo(latchkey, victim)).toEqual([]);
  });
});

test('settings of an administrator survive the first proof', async () => {
  const email = newEmail();
  const fields = { loginId: email, password, verifiedEmail: false };
  await latchkey.manage('POST', '/v1/mgmt/user/create', fields);
  const { refreshJwt } = (await signInByPassword(latchkey, { loginId: email, password })).body;
  expect((await signInByCode(email, email)).body.user).toMatchObject({ verifiedEmail: true, password: true });
  expect((await refresh(latchkey, refreshJwt)).status).toBe(200);
  expect((await signInByPassword(latchkey, { loginId: email, password })).status).toBe(200);
  expect(await load(email)).toMatchObject({ verifiedEmail: true });
});
