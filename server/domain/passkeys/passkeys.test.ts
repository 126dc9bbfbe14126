import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator, pageOrigin } from '../../../test/counterparts/authenticator.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { passkeysOf } from '../../../test/passkeys.ts';
import { claimsOf, createPasswordUser, refresh } from '../../../test/signed-in.ts';

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

describe('sign-up', () => {
  test('registers nobody before the passkey comes back, and then signs in', async () => {
    const { transactionId, options, create } = await passkeys.start('signup', {
      loginId,
      user: { name: 'Ada', email: loginId, phone: '+1 202 555 0100' },
    });
    expect(create).toBe(true);
    expect(await load()).toBeUndefined();
    const { status, body } = await passkeys.finish('signup', transactionId, authenticator.create(options));
    expect(status).toBe(200);
    expect(body).toMatchObject({ firstSeen: true, claims: { amr: ['webauthn'] } });
    expect(body.user).toMatchObject({
      ...{ loginIds: [loginId], name: 'Ada', email: loginId, phone: '+12025550100', webauthn: true },
      ...{ status: 'enabled', verifiedEmail: false, verifiedPhone: false },
    });
    expect(await audits(['PasskeyAdded'])).toMatchObject([{ actorId: body.user.userId }]);
  });

  test('asks for what no page may leave out, and tells the authenticator no login ID as the user', async () => {
    const { options } = await passkeys.start('signup', { loginId, user: { name: 'Ada' } });
    const { publicKey } = JSON.parse(options);
    expect(publicKey).toEqual({
      rp: { id: 'localhost', name: 'Test project' },
      user: { id: expect.stringMatching(/^[\w-]{43}$/), name: loginId, displayName: 'Ada' },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: {
        ...{ residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
      },
      attestation: 'none',
    });
    const again = JSON.parse((await passkeys.start('signup', { loginId })).options);
    expect(again.publicKey.user.id).not.toBe(publicKey.user.id);
    expect(again.publicKey.challenge).not.toBe(publicKey.challenge);
  });

  test('takes wishes of the application, but for those that would weaken it', async () => {
    const passkeyOptions = {
      authenticatorSelection: { authenticatorAttachment: 'crossplatform', requireResidentKey: true },
      ...{ attestation: 'direct', userVerification: 'discouraged', extensionsJSON: '{"credProps":true}' },
    };
    const { options } = await passkeys.start('signup', { loginId, passkeyOptions });
    expect(JSON.parse(options).publicKey).toMatchObject({
      authenticatorSelection: {
        authenticatorAttachment: 'cross-platform',
        ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      },
      attestation: 'none',
      extensions: { credProps: true },
    });
    for (const extensionsJSON of ['x', '[]', '{"a":1,"a":2}']) {
      const body = { loginId, origin: pageOrigin, passkeyOptions: { extensionsJSON } };
      expect(refusal(await passkeys.post('signup/start', body))).toEqual([400, 'E011004']);
    }
  });

  test('finds the login ID in the user, and the transaction ID in either spelling', async () => {
    const { transactionId, options } = await passkeys.start('signup', { user: { loginId } });
    const response = authenticator.create(options);
    const body = { transactionID: transactionId, response };
    expect((await passkeys.post('signup/finish', body)).body.user.loginIds).toEqual([loginId]);
    const without = await passkeys.post('signup/start', { origin: pageOrigin, user: null });
    expect(refusal(without)).toEqual([400, 'E011002']);
  });

  test('is refused for a login ID that is registered, or becomes so before the passkey comes back', async () => {
    const { transactionId, options } = await passkeys.start('signup', { loginId });
    await manage('create', { loginId });
    const late = await passkeys.finish('signup', transactionId, authenticator.create(options));
    expect(refusal(late)).toEqual([400, 'E062107']);
    const body = { loginId: loginId.toUpperCase(), origin: pageOrigin };
    expect(refusal(await passkeys.post('signup/start', body))).toEqual([400, 'E062107']);
    expect(await load()).toMatchObject({ webauthn: false, status: 'invited' });
  });

  test('refuses details that no user can have before a passkey is made', async () => {
    for (const user of [{ email: 'nonsense' }, { phone: '12' }, { name: 'x'.repeat(257) }]) {
      expect((await passkeys.post('signup/start', { loginId, origin: pageOrigin, user })).status).toBe(400);
    }
  });

  test('refuses a passkey that is somebody’s, and registers nobody', async () => {
    const credentialId = Buffer.alloc(16, counter).toString('base64url');
    await register({ credentialId });
    const other = `other-${loginId}`;
    const answer = await passkeys.signUp(new Authenticator(), other, { credentialId });
    expect(refusal(answer)).toEqual([400, 'E067013']);
    expect(await load(other)).toBeUndefined();
  });

  test('refuses a passkey by whoever was not verified', async () => {
    expect(refusal(await passkeys.signUp(authenticator, loginId, { flags: 0x41 }))).toEqual([401, 'E067011']);
    expect(await load()).toBeUndefined();
  });
});

describe('a page', () => {
  const asked = async (origin: string) => refusal(await passkeys.post('signup/start', { loginId, origin }));
  const set = (settings: object) => latchkey.manage('POST', '/v1/mgmt/project/settings', settings);

  test('has to be of an origin of the project', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'x',
      '',
      `${pageOrigin}/`,
      'http://localhost.evil.test',
    ]) {
      expect(await asked(origin)).toEqual([400, origin === '' ? 'E011002' : 'E011004']);
    }
  });

  test('has to have a name: passkeys belong to no address', async () => {
    for (const origin of ['http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect(await asked(origin)).toEqual([400, 'E011004']);
    }
  });

  test('shares passkeys with others of the domain that the project names, and with no others', async () => {
    const [app, shop] = ['https://app.example.com', 'https://shop.example.com'];
    await set({ allowedOrigins: [app, shop, 'https://example.org'], passkeyDomain: 'Example.com' });
    try {
      const first = await passkeys.start('signup', { loginId, origin: app });
      expect(JSON.parse(first.options).publicKey.rp.id).toBe('example.com');
      const created = authenticator.create(first.options, { origin: app });
      expect((await passkeys.finish('signup', first.transactionId, created)).status).toBe(200);
      const second = await passkeys.start('signin', { loginId, origin: shop });
      const used = authenticator.get(second.options, { origin: shop });
      expect((await passkeys.finish('signin', second.transactionId, used)).status).toBe(200);
      expect(await asked('https://example.org')).toEqual([400, 'E011004']);
      expect(await asked(pageOrigin)).toEqual([400, 'E011004']);
    } finally {
      await set({ allowedOrigins: [], passkeyDomain: '' });
    }
  });

  test.each(['example', '10.0.0.1', 'https://example.com', 'exa mple.com'])(
    'a project cannot name %j as the domain',
    async (passkeyDomain) => {
      expect(refusal(await set({ passkeyDomain }))).toEqual([400, 'E011004']);
    },
  );
});

describe('a transaction', () => {
  test('is good for five minutes', async () => {
    const { transactionId, options } = await passkeys.start('signup', { loginId });
    latchkey.advance(5 * 60_000);
    const late = await passkeys.finish('signup', transactionId, authenticator.create(options));
    expect(refusal(late)).toEqual([401, 'E067012']);
  });

  test('is good for one answer, wrong ones included', async () => {
    await register();
    const { transactionId, options } = await passkeys.start('signin', { loginId });
    const wrong = authenticator.get(options, { signature: Buffer.alloc(70, 1) });
    expect(refusal(await passkeys.finish('signin', transactionId, wrong))).toEqual([401, 'E067011']);
    const right = authenticator.get(options);
    expect(refusal(await passkeys.finish('signin', transactionId, right))).toEqual([401, 'E067012']);
  });

  test('is not spent on what is no answer of an authenticator', async () => {
    const { transactionId, options } = await passkeys.start('signup', { loginId });
    for (const response of ['x', '{}', '[]']) {
      expect(refusal(await passkeys.finish('signup', transactionId, response))).toEqual([400, 'E011003']);
    }
    expect((await passkeys.finish('signup', transactionId, authenticator.create(options))).status).toBe(200);
  });

  test('is good for what it was begun for, and in its project', async () => {
    const { refreshJwt } = await register();
    const update = await passkeys.start('update', { loginId }, refreshJwt);
    const signUp = await passkeys.start('signup', { loginId: `x${loginId}` });
    const signIn = await passkeys.start('signin', { loginId });
    const made = authenticator.create(signUp.options);
    const used = authenticator.get(signIn.options);
    const other = await latchkey.addProject();
    const elsewhere = (path: string, transactionId: string, response: string) =>
      latchkey.request('POST', `/v1/auth/webauthn/${path}/finish`, {
        ...{ bearer: other.projectId, body: { transactionId, response } },
      });
    for (const answer of [
      await passkeys.finish('update', signUp.transactionId, made),
      await passkeys.finish('signup', update.transactionId, authenticator.create(update.options)),
      await passkeys.finish('signin', update.transactionId, used),
      await passkeys.finish('signup', signIn.transactionId, made),
      await elsewhere('signup', signUp.transactionId, made),
      await elsewhere('signin', signIn.transactionId, used),
      await passkeys.finish('signin', 'x', used),
    ]) {
      expect(refusal(answer)).toEqual([401, 'E067012']);
    }
    expect((await passkeys.finish('signup', signUp.transactionId, made)).status).toBe(200);
    expect((await passkeys.finish('signin', signIn.transactionId, used)).status).toBe(200);
  });

  test('is answered once, however many answers come to two instances at once', async () => {
    const other = await latchkey.startAnother();
    other.advance(latchkey.service.now() - other.service.now());
    const others = passkeysOf(other);
    const finishAll = async (path: string, transactionId: string, response: string) => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? others : passkeys).finish(path, transactionId, response),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 401)).toBe(true);
    };
    const signUp = await passkeys.start('signup', { loginId });
    await finishAll('signup', signUp.transactionId, authenticator.create(signUp.options, { signCount: 1 }));
    const signIn = await others.start('signin', { loginId });
    await finishAll('signin', signIn.transactionId, authenticator.get(signIn.options, { signCount: 2 }));
    await other.close();
  });

  test('makes one user of sign-ups at once for one login ID', async () => {
    const started = await Promise.all(Array.from({ length: 5 }, () => passkeys.start('signup', { loginId })));
    const answers = await Promise.all(
      started.map(({ transactionId, options }) =>
        passkeys.finish('signup', transactionId, new Authenticator().create(options)),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.errorCode === 'E062107')).toHaveLength(4);
    expect((await manage('passkeys/list', { loginId })).body.passkeys).toHaveLength(1);
  });
});

describe('sign-in', () => {
  test('with a login ID asks for the passkeys of the user', async () => {
    await register();
    const { options, create, transactionId } = await passkeys.start('signin', {
      loginId: loginId.toUpperCase(),
    });
    expect(create).toBe(false);
    const { passkeys: listed } = (await manage('passkeys/list', { loginId })).body;
    expect(JSON.parse(options).publicKey).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      ...{ rpId: 'localhost', timeout: 300_000, userVerification: 'required' },
      allowCredentials: [{ type: 'public-key', id: listed[0].id }],
    });
    const { body } = await passkeys.finish('signin', transactionId, authenticator.get(options));
    expect(body).toMatchObject({
      firstSeen: false,
      claims: { amr: ['webauthn'] },
      user: { loginIds: [loginId] },
    });
  });

  test.each(['ES256', 'RS256'] as const)('works with keys of %s that count', async (algorithm) => {
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

  test('takes a count once, also in two ceremonies at once', async () => {
    await register({ signCount: 1 });
    const started = await Promise.all([1, 2, 3].map(() => passkeys.start('signin', { loginId })));
    const answers = await Promise.all(
      started.map(({ transactionId, options }) =>
        passkeys.finish('signin', transactionId, authenticator.get(options, { signCount: 2 })),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each(['', undefined])('without a login ID (%j) knows the user by the passkey', async (nothing) => {
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

  test('is refused with the passkey of another user, of another project, or of nobody', async () => {
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
    ['nobody verified', { flags: 0x01 }],
    ['nobody present', { flags: 0x04 }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['a page inside another', { client: { crossOrigin: true } }],
  ])('is refused with %s, in words that tell nothing', async (_name, deviation) => {
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

  test('is refused for a user who was disabled or deleted, and with a passkey that was removed, meanwhile', async () => {
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

  test('is refused under a login ID that is not the user’s any more', async () => {
    await register();
    const { transactionId, options } = await passkeys.start('signin', { loginId });
    await manage('update/loginid', { loginId, newLoginId: `new-${loginId}` });
    const answer = await passkeys.finish('signin', transactionId, authenticator.get(options));
    expect(refusal(answer)).toEqual([401, 'E067011']);
  });

  test('is begun for strangers and for users without passkeys as if they had one, always the same', async () => {
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
  test('says which of both it is', async () => {
    const first = await passkeys.start('signup-in', { loginId });
    expect(first.create).toBe(true);
    const created = authenticator.create(first.options);
    expect((await passkeys.finish('signup', first.transactionId, created)).body.firstSeen).toBe(true);
    const second = await passkeys.start('signup-in', { loginId });
    expect(second.create).toBe(false);
    const used = authenticator.get(second.options);
    expect((await passkeys.finish('signin', second.transactionId, used)).body.firstSeen).toBe(false);
  });

  test('gives nobody a passkey in somebody else’s account', async () => {
    await manage('create', { loginId });
    const answer = await passkeys.post('signup-in/start', { loginId, origin: pageOrigin });
    expect(refusal(answer)).toEqual([400, 'E067010']);
  });
});

describe('beside another factor', () => {
  async function withPassword() {
    const user = await createPasswordUser(latchkey, { email: '' });
    loginId = user.loginId;
    const { body } = await latchkey.request('POST', '/v1/auth/password/signin', { body: user });
    return body.refreshJwt as string;
  }

  test('a passkey raises a session, which ends', async () => {
    const refreshJwt = await withPassword();
    await passkeys.add(authenticator, loginId, refreshJwt);
    const { transactionId, options } = await passkeys.start(
      'signin',
      { loginId, loginOptions: { stepup: true, mfa: true } },
      refreshJwt,
    );
    expect(JSON.parse(options).publicKey.userVerification).toBe('preferred');
    // Having it is enough.
    const response = authenticator.get(options, { flags: 0x01 });
    const { body } = await passkeys.finish('signin', transactionId, response);
    expect(body.claims).toMatchObject({ amr: ['pwd', 'webauthn', 'mfa'], su: true });
    expect(refusal(await refresh(latchkey, refreshJwt))).toEqual([401, 'E064001']);
  });

  test('the passkey of another user raises nothing', async () => {
    await register();
    const mine = loginId;
    const refreshJwt = await withPassword();
    const body = { loginId: mine, loginOptions: { mfa: true } };
    const { transactionId, options } = await passkeys.start('signin', body, refreshJwt);
    const answer = await passkeys.finish('signin', transactionId, authenticator.get(options));
    expect(refusal(answer)).toEqual([401, 'E064002']);
    expect((await refresh(latchkey, refreshJwt)).status).toBe(200);
  });

  test('a user without a passkey is told so, and nobody else is', async () => {
    const refreshJwt = await withPassword();
    const body = { loginId, origin: pageOrigin, loginOptions: { mfa: true } };
    expect(refusal(await passkeys.post('signin/start', body, refreshJwt))).toEqual([400, 'E067010']);
    expect(refusal(await passkeys.post('signin/start', body))).toEqual([401, 'E064002']);
  });

  test('adding a passkey with mfa gives a session with both factors', async () => {
    const refreshJwt = await withPassword();
    const { transactionId, options } = await passkeys.start('update', { loginId, mfa: true }, refreshJwt);
    const { body } = await passkeys.finish('update', transactionId, authenticator.create(options));
    expect(claimsOf(body.jwt.sessionJwt).amr).toEqual(['pwd', 'webauthn', 'mfa']);
    expect(body.jwt.user.webauthn).toBe(true);
    expect(refusal(await refresh(latchkey, refreshJwt))).toEqual([401, 'E064001']);
  });

  test('with mfa, in cookie mode, the new session is in the cookies and not in the answer', async () => {
    const refreshJwt = await withPassword();
    const set = (tokenDelivery: string) =>
      latchkey.manage('POST', '/v1/mgmt/project/settings', { tokenDelivery });
    await set('cookies');
    const { transactionId, options } = await passkeys.start('update', { loginId, mfa: true }, refreshJwt);
    const response = authenticator.create(options);
    const { body, headers } = await passkeys.finish('update', transactionId, response);
    await set('body');
    expect(body.jwt.sessionJwt).toBeTypeOf('string');
    expect(body.jwt).not.toHaveProperty('refreshJwt');
    const cookies = headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    expect(cookies.sort()).toEqual(['DS', 'DSR']);
  });
});
