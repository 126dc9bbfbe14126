import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator, pageOrigin } from '../../../../test/counterparts/authenticator.ts';
import { effects } from '../../../../test/effects/effects.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo } from '../../../../test/messages.ts';
import { passkeysOf } from '../../../../test/passkeys.ts';
import { withToken } from '../../../../test/signed-in.ts';

/** Tests adding, listing and removing the passkeys of a user. */

let latchkey: Latchkey;
let passkeys: ReturnType<typeof passkeysOf>;
let first: Authenticator;
let second: Authenticator;
let loginId: string;
let refreshJwt: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  passkeys = passkeysOf(latchkey);
});
beforeEach(async () => {
  [first, second] = [new Authenticator(), new Authenticator()];
  loginId = `bob${++counter}@key.example`;
  refreshJwt = (await passkeys.signUp(first, loginId)).body.refreshJwt;
});
afterAll(() => latchkey.close());

const manage = (path: string, body: object) => latchkey.manage('POST', `/v1/mgmt/user/${path}`, body);
const refusal = ({ status, body }: Answer) => [status, body.errorCode];
const list = async () => (await manage('passkeys/list', { loginId })).body.passkeys;
const publicKeyOf = (options: string) => JSON.parse(options).publicKey;

describe('update', () => {
  test('adds a passkey beside the existing ones', async () => {
    expect(await passkeys.add(second, loginId, refreshJwt)).toMatchObject({ status: 200, body: {} });
    expect(await list()).toHaveLength(2);
    for (const authenticator of [first, second]) {
      expect((await passkeys.signIn(authenticator, loginId)).status).toBe(200);
      expect((await passkeys.signIn(authenticator, '')).body.user.loginIds).toEqual([loginId]);
    }
  });

  test('excludes the existing passkeys, and keeps the user handle', async () => {
    const [{ id }] = await list();
    const one = publicKeyOf((await passkeys.start('update', { loginId }, refreshJwt)).options);
    expect(one.excludeCredentials).toEqual([{ type: 'public-key', id }]);
    const two = publicKeyOf((await passkeys.start('update', { loginId }, refreshJwt)).options);
    expect(two.user).toEqual(one.user);
    const { response } = JSON.parse(first.get((await passkeys.start('signin', { loginId })).options));
    expect(response.userHandle).toBe(one.user.id);
  });

  test('requires verification unless the application requests less: such a passkey is a second factor only', async () => {
    const wishes = { passkeyOptions: { userVerification: 'discouraged' } };
    const { transactionId, options } = await passkeys.start('update', { loginId, ...wishes }, refreshJwt);
    const created = second.create(options, { flags: 0x41 });
    expect((await passkeys.finish('update', transactionId, created)).status).toBe(200);
    expect(refusal(await passkeys.signIn(second, loginId, { flags: 0x01 }))).toEqual([401, 'E067011']);
    const usual = await passkeys.add(new Authenticator(), loginId, refreshJwt, { flags: 0x41 });
    expect(refusal(usual)).toEqual([401, 'E067011']);
  });

  test('is for the login IDs of the signed-in user', async () => {
    const other = `other-${loginId}`;
    await manage('create', { loginId: other });
    for (const id of [other, 'nobody', '']) {
      const answer = await passkeys.post('update/start', { loginId: id, origin: pageOrigin }, refreshJwt);
      expect(refusal(answer)).toEqual([400, 'E062108']);
    }
  });

  test('refuses the passkey of another user', async () => {
    const [{ id }] = await list();
    const other = `other-${loginId}`;
    const stranger = (await passkeys.signUp(new Authenticator(), other)).body.refreshJwt;
    const answer = await passkeys.add(new Authenticator(), other, stranger, { credentialId: id });
    expect(refusal(answer)).toEqual([400, 'E067013']);
    expect((await passkeys.signIn(first, loginId)).status).toBe(200);
  });

  test.each([
    ['the session has ended', () => withToken(latchkey, 'POST', '/v1/auth/logout', refreshJwt, {})],
    ['the user was deleted', () => manage('delete', { loginId })],
    ['all passkeys were removed', () => manage('passkeys/delete', { loginId })],
  ])('is void when %s', async (name, change) => {
    const { transactionId, options } = await passkeys.start('update', { loginId }, refreshJwt);
    await change();
    const answer = await passkeys.finish('update', transactionId, second.create(options));
    expect(refusal(answer)).toEqual([401, name.startsWith('all') ? 'E067012' : 'E064001']);
  });

  test('is void when the user was disabled', async () => {
    const { transactionId, options } = await passkeys.start('update', { loginId }, refreshJwt);
    await manage('update/status', { loginId, status: 'disabled' });
    expect((await passkeys.finish('update', transactionId, second.create(options))).status).toBe(401);
    expect(await list()).toHaveLength(1);
  });

  test('without an origin accepts a page on the domain of this server', async () => {
    const { port } = new URL(latchkey.baseUrl);
    const before = latchkey.service.baseUrl;
    latchkey.service.baseUrl = `http://localhost:${port}`;
    const start = async () => (await passkeys.post('update/start', { loginId }, refreshJwt)).body;
    const [one, two] = [await start(), await start()];
    expect(publicKeyOf(one.options).rp.id).toBe('localhost');
    const made = second.create(one.options, { origin: `http://localhost:${port}` });
    expect((await passkeys.finish('update', one.transactionId, made)).status).toBe(200);
    const foreign = new Authenticator().create(two.options, { origin: 'https://evil.example' });
    expect(refusal(await passkeys.finish('update', two.transactionId, foreign))).toEqual([401, 'E067011']);
    latchkey.service.baseUrl = before;
    // This server has an IP address as its host in this test.
    expect(refusal(await passkeys.post('update/start', { loginId }, refreshJwt))).toEqual([400, 'E011004']);
  });

  test('stops at twenty passkeys', { tags: 'race' }, async () => {
    const started = await Promise.all(
      Array.from({ length: 25 }, () => passkeys.start('update', { loginId }, refreshJwt)),
    );
    const answers = await Promise.all(
      started.map(({ transactionId, options }) =>
        passkeys.finish('update', transactionId, new Authenticator().create(options)),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(await list()).toHaveLength(20);
    const more = await passkeys.post('update/start', { loginId, origin: pageOrigin }, refreshJwt);
    expect(refusal(more)).toEqual([400, 'E011003']);
  });
});

describe('administrators', () => {
  test('list them, oldest first', async () => {
    latchkey.advance(1_000);
    const { transactionId, options } = await passkeys.start('update', { loginId }, refreshJwt);
    const finish = { transactionId, response: second.create(options, { flags: 0x5d }) };
    await latchkey.request('POST', '/v1/auth/webauthn/update/finish', {
      body: finish,
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
    });
    const listed = await list();
    expect(listed).toMatchObject([
      { rpId: 'localhost', kind: 'singleDevice', displayName: expect.any(String) },
      { rpId: 'localhost', kind: 'multiDevice', displayName: 'Desktop' },
    ]);
    expect(listed[1].createdTime).toBeGreaterThan(listed[0].createdTime);
  });

  test('remove one, or all: the others still sign in, and sessions continue', async () => {
    await passkeys.add(second, loginId, refreshJwt);
    const [{ id }] = await list();
    expect((await manage('passkey/delete', { loginId, credentialId: id })).status).toBe(200);
    expect(refusal(await passkeys.signIn(first, '', { at: 0 }))).toEqual([401, 'E067011']);
    expect((await passkeys.signIn(second, loginId)).body.user.webauthn).toBe(true);
    const removed = await effects(latchkey, () => manage('passkeys/delete', { loginId })).toBe({
      audit: ['PasskeyRemoved', 'UserModified'],
      rows: ['-1 passkeys', '~1 users'],
    });
    expect(removed.status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await withToken(latchkey, 'GET', '/v1/auth/me', refreshJwt)).body.webauthn).toBe(false);
    expect((await manage('passkeys/delete', { loginId })).status).toBe(200);
  });

  test('remove no passkey of another user', async () => {
    const [{ id }] = await list();
    const other = `other-${loginId}`;
    await manage('create', { loginId: other });
    await manage('passkey/delete', { loginId: other, credentialId: id });
    expect(await list()).toHaveLength(1);
  });

  test('find users who have one, as long as they have one', async () => {
    const found = async () =>
      (await latchkey.manage('POST', '/v2/mgmt/user/search', { webauthn: true, text: loginId })).body.users
        .length;
    await passkeys.add(second, loginId, refreshJwt);
    const [one, two] = await list();
    expect(await found()).toBe(1);
    await manage('passkey/delete', { loginId, credentialId: one.id });
    expect(await found()).toBe(1);
    await manage('passkey/delete', { loginId, credentialId: two.id });
    expect(await found()).toBe(0);
  });

  test('who delete a user and create another with the same login ID get one without passkeys', async () => {
    await manage('delete', { loginId });
    await manage('create', { loginId });
    expect(await list()).toEqual([]);
    expect(refusal(await passkeys.signIn(first, '', { at: 0 }))).toEqual([401, 'E067011']);
    expect(refusal(await passkeys.signIn(first, loginId, { at: 0 }))).toEqual([401, 'E067011']);
  });
});

test('a passkey that was added before the address was proven does not survive the proof', async () => {
  const pending = await passkeys.start('update', { loginId }, refreshJwt);
  await latchkey.request('POST', '/v1/auth/otp/signin/email', { body: { loginId } });
  const code = await codeSentTo(latchkey, loginId);
  const proven = await latchkey.request('POST', '/v1/auth/otp/verify/email', { body: { loginId, code } });
  expect(proven.body.user).toMatchObject({ webauthn: false, verifiedEmail: true });
  expect(refusal(await passkeys.signIn(first, '', { at: 0 }))).toEqual([401, 'E067011']);
  const late = await passkeys.finish('update', pending.transactionId, second.create(pending.options));
  expect(late.status).toBe(401);
  expect(await list()).toEqual([]);
});
