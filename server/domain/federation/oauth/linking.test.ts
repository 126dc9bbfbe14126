import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpWithTotp } from '../../../../test/credentials.ts';
import { testOnPostgres } from '../../../../test/engine.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { meet } from '../../../../test/held-creation.ts';
import { codeSentTo } from '../../../../test/messages.ts';
import { codeOf, connectSimulator, errorOf, exchange, OAuthBrowser } from '../../../../test/oauth-browser.ts';
import { refresh, signInByPassword } from '../../../../test/signed-in.ts';

/** Tests when an address leads to an account, and what then remains in the account. */

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const provider of ['acme', 'other']) await connectSimulator(latchkey, provider);
  await connectSimulator(latchkey, 'apart', { linkByEmail: false });
});
afterAll(() => latchkey.close());

let counter = 0;
const newEmail = () => `person${++counter}@link.example`;
const password = 'a long and unusual sentence';
const post = (path: string, body: object) => latchkey.request('POST', `/v1/auth/${path}`, { body });
const create = (body: object) => latchkey.manage('POST', '/v1/mgmt/user/create', body);
const load = async (loginId: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;

function signIn(email: string, fault = 'none', provider = 'acme') {
  return new OAuthBrowser(latchkey).signIn(provider, { nameId: `sub-${email}`, email, name: 'Owner', fault });
}

describe('an address that both sides have verified', () => {
  test('leads to the account, and keeps everything in it', async () => {
    const email = newEmail();
    const { body } = await create({ loginId: email, password });
    const signedIn = await exchange(latchkey, await signIn(email));
    expect(signedIn.body.firstSeen).toBe(false);
    expect(signedIn.body.user).toMatchObject({
      userId: body.user.userId,
      OAuth: { acme: true },
      password: true,
    });
  });

  test('leads to the account from another login ID, too', async () => {
    const email = newEmail();
    const { body } = await create({ loginId: `name-${counter}`, email });
    const signedIn = await exchange(latchkey, await signIn(email));
    expect(signedIn.body.user.userId).toBe(body.user.userId);
  });

  test('is a conflict if the provider is not trusted to link accounts', async () => {
    const email = newEmail();
    await create({ loginId: email });
    expect(errorOf(await signIn(email, 'none', 'apart'))).toMatch(/account already exists with the address/);
  });

  test('that another person has taken over at the provider is a conflict', async () => {
    const email = newEmail();
    await exchange(latchkey, await signIn(email));
    const other = await new OAuthBrowser(latchkey).signIn('acme', { nameId: 'successor', email });
    expect(errorOf(other)).toMatch(/another acme account/i);
  });

  test('is a conflict if several users have it', async () => {
    const email = newEmail();
    await create({ loginId: `twin-a-${counter}`, email });
    await create({ loginId: `twin-b-${counter}`, email });
    expect(errorOf(await signIn(email))).toMatch(/account already exists with the address/);
  });
});

describe('an address that the provider has not verified', () => {
  test('leads to no account, and changes none (nOAuth)', async () => {
    const email = newEmail();
    await create({ loginId: email, password });
    const before = await load(email);
    expect(errorOf(await signIn(email, 'unverified-email'))).toMatch(
      /account already exists with the address/,
    );
    expect(await load(email)).toEqual(before);
  });

  test('does not become a login ID: its owner can still sign up', async () => {
    const email = newEmail();
    const first = await exchange(latchkey, await signIn(email, 'unverified-email'));
    expect(first.body.user).toMatchObject({ email, verifiedEmail: false });
    expect(first.body.user.loginIds[0]).toMatch(/^acme:/);
    const owner = await exchange(latchkey, await signIn(email, 'none', 'other'));
    expect(owner.body.user).toMatchObject({ loginIds: [email], verifiedEmail: true });
    expect(owner.body.user.userId).not.toBe(first.body.user.userId);
  });
});

describe('an account whose sign-up did not prove the address', () => {
  test('goes to the owner without the password, the authenticator and the sessions of its creator', async () => {
    const email = newEmail();
    const planted = await signUpWithTotp(latchkey, email);
    const { body } = await exchange(latchkey, await signIn(email));
    expect(body.user).toMatchObject({ verifiedEmail: true, TOTP: false, OAuth: { acme: true } });
    expect((await refresh(latchkey, planted.refreshJwt)).status).toBe(401);
  });

  test('goes to the owner without a password that still signs in', async () => {
    const email = newEmail();
    const planted = (await post('password/signup', { loginId: email, password })).body;
    const { body } = await exchange(latchkey, await signIn(email));
    expect(body.user).toMatchObject({ userId: planted.user.userId, password: false });
    expect((await signInByPassword(latchkey, { loginId: email, password })).status).toBe(401);
    expect((await refresh(latchkey, planted.refreshJwt)).status).toBe(401);
  });

  test('goes to the owner without the providers that its creator added, or their pending code', async () => {
    const email = newEmail();
    const planted = (await post('password/signup', { loginId: email, password })).body;
    const bearer = `${latchkey.projectId}:${planted.refreshJwt}`;
    const fields = { nameId: `maker-${counter}`, email: `maker${counter}@elsewhere.example` };
    const maker = await new OAuthBrowser(latchkey).signIn('other', fields, { path: '/update', bearer });
    const waiting = codeOf(maker);
    await exchange(latchkey, await signIn(email));
    expect((await load(email)).OAuth).toEqual({ acme: true });
    expect((await post('oauth/exchange', { code: waiting })).body.errorCode).toBe('E067102');
    const again = await exchange(latchkey, await new OAuthBrowser(latchkey).signIn('other', fields));
    expect(again.body.user.userId).not.toBe(planted.user.userId);
  });

  test('loses the creator’s provider by a code to the address, too', async () => {
    const email = newEmail();
    const planted = (await post('password/signup', { loginId: email, password })).body;
    const bearer = `${latchkey.projectId}:${planted.refreshJwt}`;
    const fields = { nameId: `maker-${counter}` };
    await exchange(
      latchkey,
      await new OAuthBrowser(latchkey).signIn('other', fields, { path: '/update', bearer }),
    );
    await post('otp/signin/email', { loginId: email });
    const { body } = await post('otp/verify/email', {
      loginId: email,
      code: await codeSentTo(latchkey, email),
    });
    expect(body.user).toMatchObject({ verifiedEmail: true, OAuth: {} });
  });
});

test('an address that an administrator has entered as unverified is a conflict', async () => {
  const email = newEmail();
  await create({ loginId: email, verifiedEmail: false, password });
  expect(errorOf(await signIn(email))).toMatch(/account already exists with the address/);
  expect(await load(email)).toMatchObject({ verifiedEmail: false, password: true, OAuth: {} });
});

test('simultaneous first sign-ins of one person create one user', { tags: 'race' }, async () => {
  const email = newEmail();
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(email)));
  expect(answers.map(errorOf)).toEqual(Array(6).fill(''));
  const users = await Promise.all(answers.map((answer) => exchange(latchkey, answer)));
  expect(new Set(users.map(({ body }) => body.user.userId)).size).toBe(1);
});

testOnPostgres(
  'a user who is created while they sign in by a provider is treated like one who was there',
  async () => {
    for (const isVerified of [true, false]) {
      const email = newEmail();
      let answer: Answer | undefined;
      const userId = await meet(latchkey, { loginId: email, email, verifiedEmail: isVerified }, async () => {
        answer = await signIn(email);
      });
      if (isVerified) expect((await exchange(latchkey, answer!)).body.user.userId).toBe(userId);
      else expect(errorOf(answer!)).toMatch(/account already exists with the address/);
    }
  },
);
