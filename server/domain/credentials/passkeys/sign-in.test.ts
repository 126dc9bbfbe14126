import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator, pageOrigin } from '../../../../test/counterparts/authenticator.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { passkeysOf } from '../../../../test/passkeys.ts';

let latchkey: Latchkey;
let passkeys: ReturnType<typeof passkeysOf>;
let authenticator: Authenticator;
let loginId: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  passkeys = passkeysOf(latchkey);
});
beforeEach(() => {
  authenticator = new Authenticator();
  loginId = `ada${++counter}@key.example`;
});
afterAll(() => latchkey.close());

const manage = (path: string, body: object) => latchkey.manage('POST', `/v1/mgmt/user/${path}`, body);
const load = async (id = loginId) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(id)}`)).body.user;
const refusal = ({ status, body }: Answer) => [status, body.errorCode];
const audits = async (actions: string[]) => {
  const userIds = [(await load()).userId];
  return (await latchkey.manage('POST', '/v1/mgmt/audit/search', { actions, userIds })).body.audits;
};

async function register(deviation = {}) {
  const answer = await passkeys.signUp(authenticator, loginId, deviation);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

describe('sign-in', () => {
  test('with a login ID requests the user’s passkeys', async () => {
    await register();
    const { options, create, transactionId } = await passkeys.start('signin', {
      loginId: loginId.toUpperCase(),
    });
    expect(create).toBe(false);
    const { passkeys: listed } = (await manage('passkeys/list', { loginId })).body;
    expect(JSON.parse(options).publicKey).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id: listed[0].id }],
    });
    const { body } = await passkeys.finish('signin', transactionId, authenticator.get(options));
    expect(body).toMatchObject({
      firstSeen: false,
      claims: { amr: ['webauthn', 'mfa'] },
      user: { loginIds: [loginId] },
    });
  });

  test.each(['ES256', 'RS256'] as const)('works with %s keys that count signatures', async (algorithm) => {
    authenticator = new Authenticator(algorithm);
    await register({ signCount: 1 });
    expect((await passkeys.signIn(authenticator, loginId, { signCount: 2 })).status).toBe(200);
    const again = await passkeys.signIn(authenticator, loginId, { signCount: 2 });
    expect(refusal(again)).toEqual([401, 'E067011']);
    expect((await passkeys.signIn(authenticator, loginId, { signCount: 3 })).status).toBe(200);
    expect(await audits(['LoginFailed'])).toMatchObject([
      { data: { reason: expect.stringContaining('counter') } },
    ]);
  });

  test('accepts a signature count once, even in two ceremonies at once', { tags: 'race' }, async () => {
    await register({ signCount: 1 });
    const started = await Promise.all([1, 2, 3].map(() => passkeys.start('signin', { loginId })));
    const answers = await Promise.all(
      started.map(({ transactionId, options }) =>
        passkeys.finish('signin', transactionId, authenticator.get(options, { signCount: 2 })),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each(['', undefined])('without a login ID (%j) finds the user by the passkey', async (nothing) => {
    await register();
    const { transactionId, options } = await passkeys.start('signin', { loginId: nothing });
    expect(JSON.parse(options).publicKey.allowCredentials).toEqual([]);
    const { body } = await passkeys.finish('signin', transactionId, authenticator.get(options));
    expect(body.user.loginIds).toEqual([loginId]);
  });

  test('without a login ID is refused when the authenticator names no user, or another one', async () => {
    await register();
    for (const userHandle of [null, Buffer.alloc(32, 1).toString('base64url')]) {
      expect(refusal(await passkeys.signIn(authenticator, '', { userHandle }))).toEqual([401, 'E067011']);
    }
    expect((await passkeys.signIn(authenticator, loginId, { userHandle: null })).status).toBe(200);
    const other = Buffer.alloc(32, 1).toString('base64url');
    expect(refusal(await passkeys.signIn(authenticator, loginId, { userHandle: other }))).toEqual([
      401,
      'E067011',
    ]);
  });

  test('is refused with the passkey of another user, of another project, or of no user', async () => {
    await register();
    const victim = `victim-${loginId}`;
    await passkeys.signUp(new Authenticator(), victim);
    expect(refusal(await passkeys.signIn(authenticator, victim, { at: 0 }))).toEqual([401, 'E067011']);
    const stranger = new Authenticator();
    stranger.create((await passkeys.start('signup', { loginId: `x${loginId}` })).options);
    expect(refusal(await passkeys.signIn(stranger, '', { at: 0 }))).toEqual([401, 'E067011']);
    const other = await latchkey.addProject();
    const ask = (path: string, body: object) =>
      latchkey.request('POST', `/v1/auth/webauthn/signin/${path}`, { bearer: other.projectId, body });
    const { transactionId, options } = (await ask('start', { loginId: '', origin: pageOrigin })).body;
    const response = authenticator.get(options);
    expect(refusal(await ask('finish', { transactionId, response }))).toEqual([401, 'E067011']);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another origin of the project than asked', { origin: 'http://localhost:4000' }],
    ['the hash of another domain', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['no user verified', { flags: 0x01 }],
    ['no user present', { flags: 0x04 }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['a page inside another', { client: { crossOrigin: true } }],
  ])('is refused with %s, without naming the reason', async (_name, deviation) => {
    await register();
    const { status, body } = await passkeys.signIn(authenticator, loginId, deviation);
    expect([status, body]).toEqual([
      401,
      {
        errorCode: 'E067011',
        errorDescription: 'The passkey was not accepted',
        errorMessage: 'The passkey was not accepted',
      },
    ]);
    expect(await audits(['LoginFailed'])).toHaveLength(1);
  });

  test('is refused if meanwhile the user was disabled or deleted, or the passkey was removed', async () => {
    const changes: [string, object, unknown[]][] = [
      ['update/status', { loginId, status: 'disabled' }, [401, 'E062109']],
      ['passkeys/delete', { loginId }, [401, 'E067011']],
      ['delete', { loginId }, [401, 'E067011']],
    ];
    await register();
    for (const [path, body, expected] of changes) {
      await manage('update/status', { loginId, status: 'enabled' });
      const { transactionId, options } = await passkeys.start('signin', { loginId });
      const response = authenticator.get(options, { at: 0 });
      await manage(path, body);
      expect(refusal(await passkeys.finish('signin', transactionId, response)), path).toEqual(expected);
    }
  });

  test('is refused under a login ID that is no longer the user’s', async () => {
    await register();
    const { transactionId, options } = await passkeys.start('signin', { loginId });
    await manage('update/loginid', { loginId, newLoginId: `new-${loginId}` });
    const answer = await passkeys.finish('signin', transactionId, authenticator.get(options));
    expect(refusal(answer)).toEqual([401, 'E067011']);
  });

  test('starts for strangers and for users without passkeys as if they had one, always the same', async () => {
    await register();
    await manage('create', { loginId: `none-${loginId}` });
    const ask = async (id: string) => {
      const { create, options } = await passkeys.start('signin', { loginId: id });
      const { challenge, allowCredentials, ...rest } = JSON.parse(options).publicKey;
      return { allowCredentials, rest: { ...rest, create } };
    };
    const known = await ask(loginId);
    const seen = new Set<string>();
    for (const id of [`none-${loginId}`, `nobody-${loginId}`, 'x', 'ä'.repeat(1_000)]) {
      const answer = await ask(id);
      expect(answer.rest).toEqual(known.rest);
      expect(answer.allowCredentials).toEqual([
        { type: 'public-key', id: expect.stringMatching(/^[\w-]{22,43}$/) },
      ]);
      expect(await ask(id.toUpperCase())).toEqual(answer);
      seen.add(answer.allowCredentials[0].id);
    }
    expect(seen.size).toBe(4);
  });
});

describe('sign-up-or-in', () => {
  test('says which of the two it is', async () => {
    const first = await passkeys.start('signup-in', { loginId });
    expect(first.create).toBe(true);
    const created = authenticator.create(first.options);
    expect((await passkeys.finish('signup', first.transactionId, created)).body.firstSeen).toBe(true);
    const second = await passkeys.start('signup-in', { loginId });
    expect(second.create).toBe(false);
    const used = authenticator.get(second.options);
    expect((await passkeys.finish('signin', second.transactionId, used)).body.firstSeen).toBe(false);
  });

  test('adds no passkey to an existing account', async () => {
    await manage('create', { loginId });
    const answer = await passkeys.post('signup-in/start', { loginId, origin: pageOrigin });
    expect(refusal(answer)).toEqual([400, 'E067010']);
  });
});
