import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator, type Cbor, pageOrigin } from '../../../../test/counterparts/authenticator.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { passkeysOf } from '../../../../test/passkeys.ts';

let latchkey: Latchkey;
let passkeys: ReturnType<typeof passkeysOf>;
let authenticator: Authenticator;
let loginId: string;
let counter = 0;
const androidApp = `android:apk-key-hash:${'Aa0-_'.repeat(8)}Aa0`;

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
  test('creates the user only when the passkey comes back, and then signs in', async () => {
    const { transactionId, options, create } = await passkeys.start('signup', {
      loginId,
      user: { name: 'Ada', email: loginId, phone: '+1 202 555 0100' },
    });
    expect(create).toBe(true);
    expect(await load()).toBeUndefined();
    const { status, body } = await passkeys.finish('signup', transactionId, authenticator.create(options));
    expect(status).toBe(200);
    expect(body).toMatchObject({ firstSeen: true, claims: { amr: ['webauthn', 'mfa'] } });
    expect(body.user).toMatchObject({
      loginIds: [loginId],
      name: 'Ada',
      email: loginId,
      phone: '+12025550100',
      webauthn: true,
      status: 'enabled',
      verifiedEmail: false,
      verifiedPhone: false,
    });
    expect(await audits(['PasskeyAdded'])).toMatchObject([{ actorId: body.user.userId }]);
  });

  test.each(['packed', 'tpm', 'android-key', 'apple', 'fido-u2f', 'homemade'])(
    'accepts an attestation that nobody requested, in the format %s, and signs in with the passkey',
    async (format) => {
      const statement = new Map<string, Cbor>([['x5c', [Buffer.alloc(600, 7)]]]);
      await register({ format, statement });
      expect((await passkeys.signIn(authenticator, loginId)).status).toBe(200);
      loginId = `other-${loginId}`;
      const absent = await passkeys.signUp(new Authenticator(), loginId, { format, statement, flags: 0x44 });
      expect(refusal(absent)).toEqual([401, 'E067011']);
    },
  );

  test('requests everything that no page may leave out, and gives the authenticator no login ID as the user handle', async () => {
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
        residentKey: 'preferred',
        requireResidentKey: false,
        userVerification: 'required',
      },
      attestation: 'none',
    });
    const again = JSON.parse((await passkeys.start('signup', { loginId })).options);
    expect(again.publicKey.user.id).not.toBe(publicKey.user.id);
    expect(again.publicKey.challenge).not.toBe(publicKey.challenge);
  });

  test('accepts options of the application, except those that would weaken it', async () => {
    const passkeyOptions = {
      authenticatorSelection: { authenticatorAttachment: 'crossplatform', requireResidentKey: true },
      attestation: 'direct',
      userVerification: 'discouraged',
      extensionsJSON: '{"credProps":true}',
    };
    const { options } = await passkeys.start('signup', { loginId, passkeyOptions });
    expect(JSON.parse(options).publicKey).toMatchObject({
      authenticatorSelection: {
        authenticatorAttachment: 'cross-platform',
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
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

  test('refuses details that no user can have before a passkey is created', async () => {
    for (const user of [{ email: 'nonsense' }, { phone: '12' }, { name: 'x'.repeat(257) }]) {
      expect((await passkeys.post('signup/start', { loginId, origin: pageOrigin, user })).status).toBe(400);
    }
  });

  test('refuses a passkey that a user already has, and creates no user', async () => {
    const credentialId = Buffer.alloc(16, counter).toString('base64url');
    await register({ credentialId });
    const other = `other-${loginId}`;
    const answer = await passkeys.signUp(new Authenticator(), other, { credentialId });
    expect(refusal(answer)).toEqual([400, 'E067013']);
    expect(await load(other)).toBeUndefined();
  });

  test('refuses a passkey without user verification', async () => {
    expect(refusal(await passkeys.signUp(authenticator, loginId, { flags: 0x41 }))).toEqual([401, 'E067011']);
    expect(await load()).toBeUndefined();
  });
});

describe('a page', () => {
  const asked = async (origin: string) => refusal(await passkeys.post('signup/start', { loginId, origin }));
  const set = (settings: object) => latchkey.manage('POST', '/v1/mgmt/project/settings', settings);

  test('must come from an origin of the project', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'x',
      `${pageOrigin}/`,
      'http://localhost.evil.test',
    ]) {
      expect(await asked(origin)).toEqual([400, 'E011004']);
    }
  });

  test('must come from a domain: passkeys belong to no IP address', async () => {
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

  // As the Swift SDK does (no origin), and the Kotlin SDK.
  test.each([
    { kind: 'an iPhone app', begun: undefined, answered: 'https://example.com' },
    { kind: 'an Android app', begun: androidApp, answered: androidApp },
    { kind: 'an Android app that names no origin', begun: undefined, answered: androidApp },
  ])('can also be $kind, with passkeys of the project’s domain', async ({ begun, answered }) => {
    const origin = begun === undefined ? {} : { origin: begun };
    const ceremony = async (call: 'signup' | 'signin' | 'signup-in') => {
      const { body } = await passkeys.post(`${call}/start`, { loginId, ...origin });
      return body;
    };
    await set({ allowedOrigins: ['https://example.com', androidApp], passkeyDomain: 'example.com' });
    try {
      const up = await ceremony('signup-in');
      expect(up.create).toBe(true);
      const created = authenticator.create(up.options, { origin: answered });
      expect((await passkeys.finish('signup', up.transactionId, created)).status).toBe(200);
      for (const call of ['signin', 'signup-in'] as const) {
        const { options, transactionId } = await ceremony(call);
        expect(JSON.parse(options).publicKey.rpId).toBe('example.com');
        const used = authenticator.get(options, { origin: answered });
        expect((await passkeys.finish('signin', transactionId, used)).status).toBe(200);
      }
      const { options, transactionId } = await ceremony('signin');
      const foreign = authenticator.get(options, { origin: `android:apk-key-hash:${'x'.repeat(43)}` });
      expect(refusal(await passkeys.finish('signin', transactionId, foreign))).toEqual([401, 'E067011']);
    } finally {
      await set({ allowedOrigins: [], passkeyDomain: '' });
    }
    if (begun) expect(await asked(begun)).toEqual([400, 'E011004']);
  });

  test.each(['example', '10.0.0.1', 'https://example.com', 'exa mple.com'])(
    'a project cannot name %j as the domain',
    async (passkeyDomain) => {
      expect(refusal(await set({ passkeyDomain }))).toEqual([400, 'E011004']);
    },
  );
});
