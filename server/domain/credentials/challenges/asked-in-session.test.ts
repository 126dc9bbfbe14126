import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail, newPhone } from '../../../../test/codes.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, messagesTo, otherCode, secretSentTo } from '../../../../test/messages.ts';
import { claimsOf, refresh, withToken } from '../../../../test/signed-in.ts';

/** Tests that a code or link requested with a refresh JWT belongs to that session. */

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const password = 'a long and unusual sentence';

interface Person {
  email: string;
  refreshJwt: string;
  userId: string;
}

/** The credentials of a caller who brings a secret back: a session's refresh JWT, the key of the project's server, both or none. */
type Bringer = { refreshJwt?: string; key?: string };

function post(path: string, body: object, { refreshJwt, key }: Bringer = {}): Promise<Answer> {
  const bearer = [latchkey.projectId, refreshJwt, key].filter(Boolean).join(':');
  return latchkey.request('POST', `/v1/auth/${path}`, { bearer, body });
}

const withKey = () => ({ key: latchkey.managementKey });

async function load(loginId: string) {
  return (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;
}

/** An account with a password and an unproven address. */
async function signUp(email = newEmail()): Promise<Person> {
  const { body } = await post('password/signup', { loginId: email, password });
  return { email, refreshJwt: body.refreshJwt, userId: body.user.userId };
}

/** An account whose address is proven. */
async function register(): Promise<Person> {
  const email = newEmail();
  await post('otp/signup/email', { loginId: email });
  const { body } = await verifyCode(email, await codeSentTo(latchkey, email));
  return { email, refreshJwt: body.refreshJwt, userId: body.user.userId };
}

function verifyCode(loginId: string, code: string, by?: Bringer) {
  return post('otp/verify/email', { loginId, code }, by);
}

async function askForMfa({ email, refreshJwt }: Person, loginOptions: object = { mfa: true }) {
  await post('otp/signin/email', { loginId: email, loginOptions }, { refreshJwt });
  return codeSentTo(latchkey, email);
}

async function askForUpdate({ email, refreshJwt }: Person, next = newEmail()) {
  await withToken(latchkey, 'POST', '/v1/auth/otp/update/email', refreshJwt, { loginId: email, email: next });
  return { next, code: await codeSentTo(latchkey, next) };
}

/** The answer says what to send: the session's refresh JWT, or a management key. */
function expectRemedies({ status, body }: Answer) {
  expect([status, body.errorCode]).toEqual([401, 'E064002']);
  expect(body.errorMessage).toContain('refresh JWT');
  expect(body.errorMessage).toContain('management key');
}

describe('a code to an unproven address that was requested in a session', () => {
  test.each([{ mfa: true }, { stepup: true }])(
    'proves nothing without that session (%o)',
    async (options) => {
      const planted = await signUp();
      const code = await askForMfa(planted, options);
      expectRemedies(await verifyCode(planted.email, code));
      expect(await load(planted.email)).toMatchObject({ verifiedEmail: false });
      const own = await verifyCode(planted.email, code, planted);
      expect(own.body.user).toMatchObject({ verifiedEmail: true, password: true });
    },
  );

  test('is accepted when the project’s own server vouches for the user with its key', async () => {
    const person = await signUp();
    const code = await askForMfa(person);
    expectRemedies(await verifyCode(person.email, code, { key: `${latchkey.managementKey}x` }));
    const { status, body } = await verifyCode(person.email, code, withKey());
    expect([status, body.user.verifiedEmail, body.user.password]).toEqual([200, true, true]);
    expect(claimsOf(body.sessionJwt).amr).toEqual(['pwd', 'email', 'mfa']);
  });

  test('is refused in the session of another user, even with a key, and every try counts', async () => {
    const [planted, other] = [await signUp(), await register()];
    const code = await askForMfa(planted);
    for (const by of [other, other, other, { ...withKey(), refreshJwt: other.refreshJwt }]) {
      expect((await verifyCode(planted.email, code, by)).body.errorCode).toBe('E061102');
    }
    expect((await verifyCode(planted.email, otherCode(code))).body.errorCode).toBe('E061102');
    expect((await verifyCode(planted.email, code, planted)).body.errorCode).toBe('E061103');
    expect(await load(planted.email)).toMatchObject({ verifiedEmail: false });
  });

  test('is accepted with a newer refresh JWT of the same session', async () => {
    const person = await signUp();
    const code = await askForMfa(person);
    const { refreshJwt } = (await refresh(latchkey, person.refreshJwt)).body;
    expect((await verifyCode(person.email, code, { refreshJwt })).status).toBe(200);
  });
});

describe('a code for another address', () => {
  test('is refused without the session, and in another session', async () => {
    const [person, other] = [await register(), await register()];
    const { next, code } = await askForUpdate(person);
    expectRemedies(await verifyCode(person.email, code));
    expect((await verifyCode(person.email, code, other)).body.errorCode).toBe('E061102');
    expect(await load(person.email)).toMatchObject({ email: person.email });
    const changed = await verifyCode(person.email, code, person);
    expect(changed.body.user).toMatchObject({ email: next, verifiedEmail: true });
  });

  test('is refused in another session of the same user', async () => {
    const person = await register();
    await post('otp/signin/email', { loginId: person.email });
    const second = await verifyCode(person.email, await codeSentTo(latchkey, person.email));
    const { code } = await askForUpdate(person);
    const answer = await verifyCode(person.email, code, { refreshJwt: second.body.refreshJwt });
    expect(answer.body.errorCode).toBe('E061102');
    expect((await verifyCode(person.email, code, person)).status).toBe(200);
  });

  test('is accepted with a management key at the end of the bearer', async () => {
    const person = await register();
    const { next, code } = await askForUpdate(person);
    expect((await verifyCode(person.email, code, withKey())).body.user).toMatchObject({ email: next });
    const again = await askForUpdate(person);
    const both = { ...withKey(), refreshJwt: person.refreshJwt };
    expect((await verifyCode(person.email, again.code, both)).body.user).toMatchObject({ email: again.next });
  });

  test('is accepted with the login ID that the request named, and with no other of the user’s', async () => {
    const person = await register();
    const second = `second-${person.email}`;
    const at = '/v1/mgmt/user/patch';
    await latchkey.manage('PATCH', at, { loginId: person.email, additionalLoginIds: [second] });
    const { code } = await askForUpdate(person);
    expect((await verifyCode(second, code, person)).body.errorCode).toBe('E061102');
    expect((await verifyCode(person.email, code, person)).status).toBe(200);
  });
});

test('a code for mfa or step-up to a proven address is accepted from a server that shows no session', async () => {
  const person = await register();
  for (const options of [{ mfa: true }, { stepup: true }]) {
    const code = await askForMfa(person, options);
    const { status, body } = await verifyCode(person.email, code);
    expect(status).toBe(200);
    person.refreshJwt = body.refreshJwt;
  }
  expect(claimsOf((await refresh(latchkey, person.refreshJwt)).body.sessionJwt).su).toBe(true);
});

test('a code that was requested in a session does not replace one that was not', async () => {
  const person = await register();
  await post('otp/signin/email', { loginId: person.email });
  const plain = await codeSentTo(latchkey, person.email);
  const raised = await askForMfa(person, { stepup: true });
  const { code } = await askForUpdate(person);
  const updated = await verifyCode(person.email, code, person);
  expect(updated.status).toBe(200);
  // The address that the other codes were sent to is no longer the user’s.
  expect((await verifyCode(person.email, plain)).status).toBe(401);

  const other = await register();
  await post('otp/signin/email', { loginId: other.email });
  const first = await codeSentTo(latchkey, other.email);
  const second = await askForMfa(other, { stepup: true });
  expect((await verifyCode(other.email, first)).status).toBe(200);
  expect((await verifyCode(other.email, second)).status).toBe(200);
  expect(raised).toMatch(/^\d{6}$/);
});

test('one session of a user does not void the code of another', async () => {
  const person = await register();
  await post('otp/signin/email', { loginId: person.email });
  const second = await verifyCode(person.email, await codeSentTo(latchkey, person.email));
  const first = await askForUpdate(person);
  await askForUpdate({ ...person, refreshJwt: second.body.refreshJwt });
  expect((await verifyCode(person.email, first.code, person)).body.user).toMatchObject({ email: first.next });
});

describe('a code or link that was requested in a session is void', () => {
  const endings: Record<string, (person: Person) => Promise<unknown>> = {
    'when it is logged out': ({ refreshJwt }) =>
      withToken(latchkey, 'POST', '/v1/auth/logout', refreshJwt, {}),
    'when the user logs out everywhere': ({ refreshJwt }) =>
      withToken(latchkey, 'POST', '/v1/auth/logoutall', refreshJwt, {}),
    'when an administrator ends it': ({ email }) =>
      latchkey.manage('POST', '/v1/mgmt/user/logout', { loginId: email }),
    'when the user was disabled and enabled': async ({ email: loginId }) => {
      for (const status of ['disabled', 'enabled']) {
        await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status });
      }
    },
    'when a refresh token was used twice': async ({ refreshJwt }) => {
      await refresh(latchkey, refreshJwt);
      latchkey.advance(11_000);
      await refresh(latchkey, refreshJwt);
    },
  };

  test.each(Object.keys(endings))('%s', async (name) => {
    const person = await register();
    const { next, code } = await askForUpdate(person);
    const linked = newEmail();
    await withToken(latchkey, 'POST', '/v1/auth/magiclink/update/email', person.refreshJwt, {
      loginId: person.email,
      email: linked,
    });
    const token = await secretSentTo(latchkey, linked);
    const raised = await askForMfa(person);
    await endings[name]?.(person);
    expect((await verifyCode(person.email, code, withKey())).status).toBe(401);
    expect((await verifyCode(person.email, raised)).status).toBe(401);
    expect((await post('magiclink/verify', { token }, withKey())).body.errorCode).toBe('E062504');
    expect(await load(person.email)).toMatchObject({ email: person.email });
    expect(await load(person.email)).not.toMatchObject({ email: next });
  });
});

describe('a magic link', () => {
  async function update({ email, refreshJwt }: Person, next = newEmail()) {
    const path = '/v1/auth/magiclink/update/email';
    await withToken(latchkey, 'POST', path, refreshJwt, { loginId: email, email: next });
    return { next, token: await secretSentTo(latchkey, next) };
  }

  test('to another address needs the session that requested it, or the key of the project’s server', async () => {
    const [person, other] = [await register(), await register()];
    const { next, token } = await update(person);
    expectRemedies(await post('magiclink/verify', { token }));
    expect((await post('magiclink/verify', { token }, other)).body.errorCode).toBe('E062504');
    expect(await load(person.email)).toMatchObject({ email: person.email });
    expect((await post('magiclink/verify', { token }, person)).body.user).toMatchObject({ email: next });
    const again = await update(person);
    expect((await post('magiclink/verify', { token: again.token }, withKey())).body.user).toMatchObject({
      email: again.next,
    });
  });

  test('that an unproven account’s session requested proves nothing elsewhere', async () => {
    const planted = await signUp();
    await post(
      'magiclink/signin/email',
      { loginId: planted.email, loginOptions: { stepup: true } },
      { refreshJwt: planted.refreshJwt },
    );
    const token = await secretSentTo(latchkey, planted.email);
    expectRemedies(await post('magiclink/verify', { token }));
    expect(await load(planted.email)).toMatchObject({ verifiedEmail: false });
    expect((await post('magiclink/verify', { token }, planted)).body.user).toMatchObject({
      verifiedEmail: true,
      password: true,
    });
  });

  test('on our page is accepted in a browser that holds the cookie of the session', async () => {
    const person = await signUp();
    const path = '/v1/mgmt/project/settings';
    await latchkey.manage('POST', path, { tokenDelivery: 'cookies' });
    const cookie = `DSR=${person.refreshJwt}`;
    const { next, token } = await update(person);
    const url = `/verify?projectId=${latchkey.projectId}&kind=magic`;
    const press = (headers: Record<string, string>) =>
      latchkey.request('POST', url, {
        headers: {
          ...headers,
          'content-type': 'application/x-www-form-urlencoded',
          origin: latchkey.baseUrl,
        },
        rawBody: `t=${token}`,
      });
    expect((await press({})).status).toBe(400);
    expect(await load(person.email)).toMatchObject({ verifiedEmail: false });
    expect((await press({ cookie })).status).toBe(200);
    expect(await load(next)).toMatchObject({ email: next, verifiedEmail: true });
    await latchkey.manage('POST', path, { tokenDelivery: 'body' });
  });
});

describe('an enchanted link', () => {
  async function begin({ email, refreshJwt }: Person, path: string, body: object, to = email) {
    const { body: begun } = await post(`enchantedlink/${path}`, { loginId: email, ...body }, { refreshJwt });
    const { text, links } = (await messagesTo(latchkey, to)).at(-1);
    const numbers = [...new Set<string>(text.match(/(?<![\w&=?-])\d\d(?![\w&=?-])/g))];
    const link = links[numbers.indexOf(begun.linkId)];
    return {
      pendingRef: begun.pendingRef as string,
      token: new URL(link).searchParams.get('t') as string,
    };
  }

  test('to another address needs the session that requested it, or the key of the project’s server', async () => {
    const [person, other] = [await register(), await register()];
    for (const by of [person, withKey()]) {
      const next = newEmail();
      const { token, pendingRef } = await begin(person, 'update/email', { email: next }, next);
      expectRemedies(await post('enchantedlink/verify', { token }));
      expect((await post('enchantedlink/verify', { token }, other)).body.errorCode).toBe('E062504');
      const pending = () => post('enchantedlink/pending-session', { pendingRef });
      expect((await pending()).body.errorCode).toBe('E062503');
      expect((await post('enchantedlink/verify', { token }, by)).status).toBe(200);
      expect((await pending()).body.user).toMatchObject({ email: next });
    }
  });

  test('for step-up of another user proves nothing in their account', async () => {
    const [planted, other] = [await signUp(), await register()];
    const asked = { ...other, email: planted.email };
    const { token } = await begin(asked, 'signin/email', { loginOptions: { stepup: true } });
    for (const by of [{}, other, planted, withKey()]) {
      expect((await post('enchantedlink/verify', { token }, by)).status).toBe(401);
    }
    expect(await load(planted.email)).toMatchObject({ verifiedEmail: false });
  });

  test('for step-up to a proven address is confirmed on any device', async () => {
    const person = await register();
    const { token, pendingRef } = await begin(person, 'signin/email', { loginOptions: { stepup: true } });
    expect((await post('enchantedlink/verify', { token })).status).toBe(200);
    const { body } = await post('enchantedlink/pending-session', { pendingRef });
    expect(claimsOf(body.sessionJwt).su).toBe(true);
  });

  test('that was confirmed gives no session if the session that requested it has ended', async () => {
    const person = await register();
    const next = newEmail();
    const { token, pendingRef } = await begin(person, 'update/email', { email: next }, next);
    await post('enchantedlink/verify', { token }, person);
    await withToken(latchkey, 'POST', '/v1/auth/logoutall', person.refreshJwt, {});
    expect((await post('enchantedlink/pending-session', { pendingRef })).body.errorCode).toBe('E062504');
  });
});

test('tries against the code of another user’s session do not void a sign-in code', async () => {
  const phone = newPhone();
  await post('otp/signup/sms', { loginId: phone });
  const code = await codeSentTo(latchkey, phone);
  const { body } = await post('otp/verify/sms', { loginId: phone, code });
  await post('otp/signin/sms', { loginId: phone });
  const plain = await codeSentTo(latchkey, phone);
  const asked = { loginId: phone, loginOptions: { stepup: true } };
  await post('otp/signin/sms', asked, { refreshJwt: body.refreshJwt });
  expect((await post('otp/verify/sms', { loginId: phone, code: plain })).status).toBe(200);
});
