import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCode } from '../../../../../test/authenticator-app.ts';
import { codesOf } from '../../../../../test/codes.ts';
import { Authenticator, pageOrigin } from '../../../../../test/counterparts/authenticator.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { codeSentTo } from '../../../../../test/messages.ts';
import { passkeysOf } from '../../../../../test/passkeys.ts';
import { otherPassword, password } from '../../../../../test/passwords.ts';
import { withToken } from '../../../../../test/signed-in.ts';

/** Tests that users sign in by their verified addresses, and that no other user can claim these as login IDs. */

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const auth = (path: string, body: object) => latchkey.request('POST', `/v1/auth/${path}`, { body });
const manage = (path: string, body: object) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);

let count = 0;

/** A user whose login ID is not an address, with both addresses verified, a password and an authenticator. */
async function makePerson(more: object = {}) {
  count += 1;
  const loginId = `person-${count}`;
  const [email, phone] = [`${loginId}@names.example`, `+1202555${String(1000 + count)}`];
  const { body } = await manage('user/create', { loginId, email, phone, password, ...more });
  return { loginId, email, phone, userId: body.user.userId as string };
}

type Person = Awaited<ReturnType<typeof makePerson>>;

/** The two addresses in the spellings that people use. */
const writtenNames = ({ email, phone }: Person) => [
  email.toUpperCase(),
  ` ${phone.slice(0, 2)} (${phone.slice(2, 5)}) ${phone.slice(5)}`,
];

describe('a verified email or phone signs in its user', () => {
  test('by password, and failed attempts count for the same user', async () => {
    const person = await makePerson();
    for (const loginId of writtenNames(person)) {
      const { status, body } = await auth('password/signin', { loginId, password });
      expect(status).toBe(200);
      expect(body.user.userId).toBe(person.userId);
    }
    // On a slow machine, the wait after wrong passwords would pass between two of them.
    latchkey.stopClock();
    const answers: Answer[] = [];
    for (const loginId of [person.email, person.phone, person.loginId].flatMap((name) =>
      Array(6).fill(name),
    )) {
      answers.push(await auth('password/signin', { loginId, password: otherPassword }));
    }
    expect(answers.at(-1)?.body.errorCode).toBe('E130429');
  });

  test('for replacing a password, and for changing it within the session', async () => {
    const person = await makePerson();
    const { email: loginId } = person;
    const { body } = await auth('password/replace', {
      loginId,
      oldPassword: password,
      newPassword: otherPassword,
    });
    expect(body.user.userId).toBe(person.userId);
    const update = { loginId, newPassword: 'three slow rivers bend 61' };
    const answer = await withToken(latchkey, 'POST', '/v1/auth/password/update', body.refreshJwt, update);
    expect(answer.status).toBe(200);
  });

  test('by an authenticator app, which can be enrolled under that name', async () => {
    const person = await makePerson();
    const [loginId = ''] = writtenNames(person);
    const { body: signedIn } = await auth('password/signin', { loginId, password });
    const { body } = await withToken(latchkey, 'POST', '/v1/auth/totp/update', signedIn.refreshJwt, {
      loginId,
    });
    const now = latchkey.context.now();
    expect((await auth('totp/verify', { loginId, code: totpCode(body.key, now) })).status).toBe(200);
    for (const [index, name] of [person.phone, person.loginId].entries()) {
      latchkey.advance(60_000);
      const code = totpCode(body.key, latchkey.context.now());
      const answer = await auth('totp/verify', { loginId: name, code });
      expect([index, answer.body.user?.userId]).toEqual([index, person.userId]);
    }
  });

  test('by a passkey, which can be registered under that name', async () => {
    const person = await makePerson();
    const { body } = await auth('password/signin', { loginId: person.email, password });
    const passkeys = passkeysOf(latchkey);
    const authenticator = new Authenticator();
    expect((await passkeys.add(authenticator, person.email, body.refreshJwt)).status).toBe(200);
    for (const name of writtenNames(person)) {
      expect((await passkeys.signIn(authenticator, name)).body.user.userId).toBe(person.userId);
    }
    const { create } = await passkeys.start('signup-in', { loginId: person.email });
    expect(create).toBe(false);
  });

  test('for a trusted back end', async () => {
    const person = await makePerson();
    for (const loginId of writtenNames(person)) {
      for (const path of ['auth/signin', 'auth/signup-in']) {
        expect((await manage(path, { loginId })).body.user.userId).toBe(person.userId);
      }
      const { body } = await manage('user/signin/embeddedlink', { loginId });
      const verified = await auth('magiclink/verify', { token: body.token });
      expect(verified.body.user.userId).toBe(person.userId);
    }
  });

  test('only as long as it is verified', async () => {
    const person = await makePerson({ verifiedEmail: false });
    const signIn = () => auth('password/signin', { loginId: person.email, password });
    expect((await signIn()).body.errorCode).toBe('E062903');
    await latchkey.manage('PATCH', '/v1/mgmt/user/patch', { loginId: person.loginId, verifiedEmail: true });
    expect((await signIn()).status).toBe(200);
    await manage('user/update/email', { loginId: person.loginId, email: '' });
    expect((await signIn()).body.errorCode).toBe('E062903');
  });

  test('unless several users have verified it, because then it is ambiguous', async () => {
    const first = await makePerson();
    const second = await makePerson({ email: first.email });
    expect((await auth('password/signin', { loginId: first.email, password })).body.errorCode).toBe(
      'E062903',
    );
    const answer = await manage('auth/signin', { loginId: first.email });
    expect(answer).toMatchObject({ status: 404, body: { errorCode: 'E112102' } });
    expect(answer.body.errorMessage).toContain('Several users');
    await manage('user/delete', { loginId: second.loginId });
    expect((await auth('password/signin', { loginId: first.email, password })).status).toBe(200);
  });
});

describe('no other user can claim a verified address as a login ID', () => {
  test('by signing up with any method, and its next code reaches its user', async () => {
    const person = await makePerson();
    const passkeys = passkeysOf(latchkey);
    for (const loginId of writtenNames(person)) {
      const channel = loginId.includes('@') ? 'email' : 'sms';
      const refused = [
        await auth('password/signup', { loginId, password: otherPassword, user: {} }),
        await auth('totp/signup', { loginId }),
        await passkeys.post('signup/start', { origin: pageOrigin, loginId, user: {} }),
        await auth(`otp/signup/${channel}`, { loginId }),
        await auth(`magiclink/signup/${channel}`, { loginId, URI: `${pageOrigin}/in` }),
        await auth('enchantedlink/signup/email', {
          loginId: person.email,
          URI: `${pageOrigin}/confirm`,
        }),
        await manage('auth/signup', { loginId }),
        await manage('user/signup/embeddedlink', { loginId }),
        await manage('user/create', { loginId }),
        await manage('user/create', { loginId, invite: true }),
        await manage('user/create', { loginId: `${person.loginId}-new`, additionalLoginIds: [loginId] }),
      ];
      expect(refused.map(({ body }) => body.errorCode)).toEqual(refused.map(() => 'E062107'));
    }
    const codes = codesOf(latchkey);
    await codes.begin('signin', 'email', { loginId: person.email });
    const { body } = await codes.verify('email', person.email, await codeSentTo(latchkey, person.email));
    expect(body.user.userId).toBe(person.userId);
  });

  test('by a sign-up that began before the address was verified', async () => {
    const person = await makePerson({ verifiedEmail: false });
    const loginId = person.email;
    const { body } = await auth('totp/signup', { loginId });
    const passkeys = passkeysOf(latchkey);
    const authenticator = new Authenticator();
    const ceremony = await passkeys.start('signup', { loginId, user: {} });
    await latchkey.manage('PATCH', '/v1/mgmt/user/patch', { loginId: person.loginId, verifiedEmail: true });
    const code = totpCode(body.key, latchkey.context.now());
    expect((await auth('totp/verify', { loginId, code })).body.errorCode).toBe('E061102');
    const response = authenticator.create(ceremony.options);
    const finished = await passkeys.finish('signup', ceremony.transactionId, response);
    expect(finished.body.errorCode).toBe('E062107');
    expect((await auth('password/signin', { loginId, password })).body.user.userId).toBe(person.userId);
  });

  test('by changing or adding a login ID, or when several users have verified the address', async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const { email } = person;
    const changed = await manage('user/update/loginid', { loginId: other.loginId, newLoginId: email });
    expect(changed).toMatchObject({ status: 400, body: { errorCode: 'E062107' } });
    expect(changed.body.errorMessage).toContain('verified');
    const added = { loginId: other.loginId, additionalLoginIds: [email] };
    expect((await latchkey.manage('PATCH', '/v1/mgmt/user/patch', added)).body.errorCode).toBe('E062107');
    await makePerson({ email });
    expect((await auth('password/signup', { loginId: email, password: otherPassword })).body.errorCode).toBe(
      'E062107',
    );
  });

  test('but its user can, and keeps it when the address changes', async () => {
    const person = await makePerson();
    const { loginId, email } = person;
    const { body } = await manage('user/update/loginid', { loginId, newLoginId: email });
    expect(body.user.loginIds).toEqual([email]);
    expect((await auth('password/signin', { loginId: email, password })).body.user.userId).toBe(
      person.userId,
    );
  });

  test('and an existing login ID keeps the name', async () => {
    count += 1;
    const loginId = `shared-${count}@names.example`;
    const { body } = await manage('user/create', { loginId, password });
    await makePerson({ email: loginId });
    expect((await auth('password/signin', { loginId, password })).body.user.userId).toBe(body.user.userId);
  });
});
