import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail, newPhone } from '../../../../test/codes.ts';
import { signUpWithTotp } from '../../../../test/credentials.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, messagesTo, secretSentTo } from '../../../../test/messages.ts';
import { connectSimulator, errorOf, exchange, OAuthBrowser } from '../../../../test/oauth-browser.ts';
import { enrolTotp, refresh, signInByPassword, withToken } from '../../../../test/signed-in.ts';

/** Tests that the holder of an account loses every way in when another person proves to own its address. */

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  await connectSimulator(latchkey, 'acme');
});
afterAll(() => latchkey.close());

const password = 'a long and unusual sentence';
const own = 'another sentence that only I know';

function post(path: string, body: object, refreshJwt?: string): Promise<Answer> {
  const bearer = [latchkey.projectId, refreshJwt].filter(Boolean).join(':');
  return latchkey.request('POST', `/v1/auth/${path}`, { bearer, body });
}

const manage = (method: string, path: string, body?: object) =>
  latchkey.manage(method, `/v1/mgmt/${path}`, body);

async function load(loginId: string) {
  return (await manage('GET', `user?loginId=${encodeURIComponent(loginId)}`)).body.user;
}

async function signUp(loginId: string, user: object = {}) {
  const { body, status } = await post('password/signup', { loginId, password, user });
  expect(status).toBe(200);
  return { loginId, refreshJwt: body.refreshJwt as string, userId: body.user.userId as string };
}

/** Proves the address by a code alone. */
async function signInByCode(loginId: string, to = loginId, channel = to.startsWith('+') ? 'sms' : 'email') {
  await post(`otp/signin/${channel}`, { loginId });
  return post(`otp/verify/${channel}`, { loginId, code: await codeSentTo(latchkey, to) });
}

/** Proves the address within the holder's session. */
async function addPhone(loginId: string, refreshJwt: string, addToLoginIDs = true) {
  const phone = newPhone();
  await withToken(latchkey, 'POST', '/v1/auth/otp/update/phone/sms', refreshJwt, {
    loginId,
    phone,
    addToLoginIDs,
  });
  const { status } = await post(
    'otp/verify/sms',
    { loginId, code: await codeSentTo(latchkey, phone) },
    refreshJwt,
  );
  expect(status).toBe(200);
  return phone;
}

/** Reports whether a sign-in message is sent to an address. */
async function isReached(loginId: string, to: string) {
  const before = (await messagesTo(latchkey, to)).length;
  const channel = to.startsWith('+') ? 'sms' : 'email';
  for (const way of ['otp/signin', 'magiclink/signin', 'otp/signup-in'])
    await post(`${way}/${channel}`, { loginId });
  return (await messagesTo(latchkey, to)).length > before;
}

describe('the first proof of an address by a code alone', () => {
  test('removes a number that the holder has proven and added as a login ID', async () => {
    const email = newEmail();
    const planted = await signUp(email);
    const phone = await addPhone(email, planted.refreshJwt);
    const { body } = await signInByCode(email);
    expect(body.user).toMatchObject({
      userId: planted.userId,
      loginIds: [email],
      email,
      verifiedEmail: true,
      phone: '',
      verifiedPhone: false,
      password: false,
    });
    expect(await isReached(email, phone)).toBe(false);
    expect(await load(phone)).toBeUndefined();
    // The number signs its owner up as a separate user.
    const other = await post('otp/signup-in/sms', { loginId: phone });
    expect(other.status).toBe(200);
    const signedUp = await post('otp/verify/sms', {
      loginId: phone,
      code: await codeSentTo(latchkey, phone),
    });
    expect(signedUp.body.user.userId).not.toBe(planted.userId);
  });

  test('removes an address that the holder only entered', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await signUp(email, { phone });
    await signInByCode(email);
    expect(await load(email)).toMatchObject({ email, phone: '' });
    expect(await isReached(email, phone)).toBe(false);
  });

  test('removes every factor, session and pending enrolment', async () => {
    const email = newEmail();
    const { refreshJwt } = await signUpWithTotp(latchkey, email);
    await withToken(latchkey, 'POST', '/v1/auth/password/update', refreshJwt, {
      loginId: email,
      newPassword: password,
    });
    await withToken(latchkey, 'POST', '/v1/auth/totp/update', refreshJwt, { loginId: email });
    await post('magiclink/signin/email', { loginId: email });
    const { body } = await post('magiclink/verify', { token: await secretSentTo(latchkey, email) });
    expect(body.user).toMatchObject({ TOTP: false, password: false, webauthn: false });
    expect((await signInByPassword(latchkey, { loginId: email, password })).status).toBe(401);
    expect((await refresh(latchkey, refreshJwt)).status).toBe(401);
    const sessions = await manage('POST', 'user/sessions', { identifier: email });
    expect(sessions.body.sessions).toHaveLength(1);
  });

  test('removes the providers, and a user who came by one proves the address without it', async () => {
    const email = newEmail();
    const fields = { nameId: `sub-${email}`, email, name: 'Owner', fault: 'unverified-email' };
    const brought = await exchange(latchkey, await new OAuthBrowser(latchkey).signIn('acme', fields));
    const { userId, loginIds } = brought.body.user;
    const { body } = await signInByCode(loginIds[0], email);
    expect(body.user).toMatchObject({ userId, OAuth: {}, verifiedEmail: true });
    expect((await refresh(latchkey, brought.body.refreshJwt)).status).toBe(401);
    const again = await new OAuthBrowser(latchkey).signIn('acme', fields);
    expect(errorOf(again)).toMatch(/account already exists with the address/);
  });

  test('withdraws consents to impersonation', async () => {
    const email = newEmail();
    const { refreshJwt } = await signUp(email);
    await withToken(latchkey, 'POST', '/v1/auth/me/consent/impersonation', refreshJwt, {
      expiresInSeconds: 3_600,
    });
    const { body } = await signInByCode(email);
    const listed = await withToken(latchkey, 'GET', '/v1/auth/me/consent/impersonation', body.refreshJwt);
    expect(listed.body.consents).toEqual([]);
  });

  test('keeps login IDs, addresses, roles, tenants and attributes that an administrator added meanwhile', async () => {
    const [email, phone, staff] = [newEmail(), newPhone(), `staff-${newEmail()}`];
    await signUp(email);
    await manage('POST', 'role/create', { name: `Reader ${email}` });
    const tenant = await manage('POST', 'tenant/create', { name: `Tenant ${email}` });
    await manage('POST', 'user/customattribute/create', {
      attributes: [{ name: 'city', displayName: 'City', type: 1 }],
    });
    await manage('PATCH', 'user/patch', {
      loginId: email,
      phone,
      verifiedPhone: true,
      additionalLoginIds: [staff],
      roleNames: [`Reader ${email}`],
      userTenants: [{ tenantId: tenant.body.id }],
    });
    const { body } = await signInByCode(email);
    expect(body.user).toMatchObject({
      loginIds: [email, staff],
      phone,
      verifiedPhone: true,
      verifiedEmail: true,
      password: false,
      roleNames: [`Reader ${email}`],
      userTenants: [{ tenantId: tenant.body.id }],
    });
  });

  test('keeps the login ID if it is not an address', async () => {
    const email = newEmail();
    const name = `name-of-${email.split('@')[0]}`;
    await signUp(name, { email });
    expect((await signInByCode(name, email)).body.user).toMatchObject({
      loginIds: [name],
      email,
      verifiedEmail: true,
      password: false,
    });
  });

  test('makes the address the login ID if the login ID was another address', async () => {
    const [victim, phone] = [newEmail(), newPhone()];
    await signUp(victim, { phone });
    const { body } = await signInByCode(victim, phone);
    expect(body.user).toMatchObject({ loginIds: [phone], phone, email: '', verifiedEmail: false });
    // The address is free for its owner.
    await post('otp/signup/email', { loginId: victim });
    const { body: signedUp } = await post('otp/verify/email', {
      loginId: victim,
      code: await codeSentTo(latchkey, victim),
    });
    expect(signedUp.user.userId).not.toBe(body.user.userId);
  });
});

describe('a proof that comes with a live session of the account', () => {
  test('keeps everything, whether or not the code was requested in it', async () => {
    const email = newEmail();
    const { refreshJwt } = await signUp(email);
    const phone = await addPhone(email, refreshJwt);
    await enrolTotp(latchkey, { loginId: email }, refreshJwt);
    await post('otp/signin/email', { loginId: email });
    const code = await codeSentTo(latchkey, email);
    const { body } = await post('otp/verify/email', { loginId: email, code }, refreshJwt);
    expect(body.user).toMatchObject({
      loginIds: [email, phone],
      phone,
      verifiedPhone: true,
      verifiedEmail: true,
      password: true,
      TOTP: true,
    });
    expect((await refresh(latchkey, refreshJwt)).status).toBe(200);
  });

  test('does not count with a session that has ended or is another account’s', async () => {
    const other = await signUp(newEmail());
    for (const kind of ['ended', 'other']) {
      const email = newEmail();
      const { refreshJwt } = await signUp(email);
      if (kind === 'ended') await withToken(latchkey, 'POST', '/v1/auth/logout', refreshJwt, {});
      await post('otp/signin/email', { loginId: email });
      const code = await codeSentTo(latchkey, email);
      const shown = kind === 'ended' ? refreshJwt : other.refreshJwt;
      const { body } = await post('otp/verify/email', { loginId: email, code }, shown);
      expect(body.user).toMatchObject({ verifiedEmail: true, password: false });
    }
  });

  test('of another address does not shut out the owner of the login ID', async () => {
    const email = newEmail();
    const { refreshJwt } = await signUp(email);
    const phone = await addPhone(email, refreshJwt, false);
    const { body } = await signInByCode(email);
    expect(body.user).toMatchObject({ password: false, phone: '', loginIds: [email] });
    expect(await isReached(email, phone)).toBe(false);
  });
});

describe('an account whose holder has proven to own it', () => {
  /** Lets an administrator enter a number, which the holder then proves by a code alone. */
  async function addByAdministrator(loginId: string) {
    const phone = newPhone();
    await manage('PATCH', 'user/patch', {
      loginId,
      phone,
      verifiedPhone: false,
      additionalLoginIds: [phone],
    });
    expect((await signInByCode(phone)).body.user).toMatchObject({ phone, verifiedPhone: true });
    return phone;
  }

  test('loses nothing when a number that an administrator adds later is proven', async () => {
    const email = newEmail();
    await signUp(email);
    const { body } = await signInByCode(email);
    await withToken(latchkey, 'POST', '/v1/auth/password/update', body.refreshJwt, {
      loginId: email,
      newPassword: own,
    });
    const phone = await addByAdministrator(email);
    expect((await signInByPassword(latchkey, { loginId: email, password: own })).status).toBe(200);
    expect((await load(email)).loginIds).toEqual([email, phone]);
  });

  test('loses nothing either if the address was proven in a session or at sign-up', async () => {
    const email = newEmail();
    const { refreshJwt } = await signUp(email);
    await post('otp/signin/email', { loginId: email, loginOptions: { stepup: true } }, refreshJwt);
    const code = await codeSentTo(latchkey, email);
    await post('otp/verify/email', { loginId: email, code }, refreshJwt);
    await addByAdministrator(email);
    expect((await signInByPassword(latchkey, { loginId: email, password })).status).toBe(200);

    const second = newEmail();
    await post('otp/signup/email', { loginId: second });
    const { body } = await post('otp/verify/email', {
      loginId: second,
      code: await codeSentTo(latchkey, second),
    });
    await withToken(latchkey, 'POST', '/v1/auth/password/update', body.refreshJwt, {
      loginId: second,
      newPassword: own,
    });
    await addByAdministrator(second);
    expect((await signInByPassword(latchkey, { loginId: second, password: own })).status).toBe(200);
  });
});

test('an invitation to an account created by sign-up leaves nothing of its previous holder', async () => {
  const email = newEmail();
  const planted = await signUp(email);
  const phone = await addPhone(email, planted.refreshJwt);
  await manage('POST', 'user/create', { loginId: email, invite: true, sendMail: true, email });
  const { body } = await post('magiclink/verify', { token: await secretSentTo(latchkey, email) });
  expect(body.user).toMatchObject({ loginIds: [email], phone: '', verifiedEmail: true, password: false });
  expect(await isReached(email, phone)).toBe(false);
});
