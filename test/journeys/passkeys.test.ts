import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { VirtualAuthenticator } from '../counterparts/virtual-authenticator.ts';
import { startWebApp, type WebApp, WebSdk } from '../counterparts/web-app.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { claimsOf } from '../signed-in.ts';

/** Chromium with an authenticator of its own, and the unmodified SDKs in the page and on a server. */
let latchkey: Latchkey;
let app: WebApp;
let open: OpenPage;
let page: WebSdk;
let authenticator: VirtualAuthenticator;
let loginId: string;
let counter = 0;

const origin = () => `http://localhost:${app.port}`;

beforeAll(async () => {
  app = await startWebApp();
  latchkey = await startLatchkey({
    LATCHKEY_MODE: 'production',
    LATCHKEY_ALLOW_HTTP: 'true',
    LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64'),
  });
});
beforeEach(async () => {
  loginId = `ada${++counter}@page.example`;
  await set({ allowedOrigins: [origin()], tokenDelivery: 'body' });
  open = await openPage(origin());
  page = new WebSdk(open.page);
  await page.start({ projectId: latchkey.projectId, baseUrl: latchkey.baseUrl });
  authenticator = await VirtualAuthenticator.attach(open.page);
});
afterEach(() => open.close());
afterAll(async () => {
  await latchkey.close();
  await app.close();
});

async function set(settings: object) {
  expect((await latchkey.manage('POST', '/v1/mgmt/project/settings', settings)).status).toBe(200);
}

async function register() {
  const answer = await page.call('webauthn.signUp', loginId, 'Ada');
  expect(answer, JSON.stringify(answer)).toMatchObject({ ok: true });
  return answer.data;
}

describe('in a browser', () => {
  test('a user signs up, signs in by login ID and without one, and the authenticator counts', async () => {
    const data = await register();
    expect(data).toMatchObject({ firstSeen: true, user: { name: 'Ada', webauthn: true } });
    expect(claimsOf(data.sessionJwt).amr).toEqual(['webauthn', 'mfa']);
    for (const typed of [loginId, loginId.toUpperCase(), '']) {
      const { transactionId, options } = (await page.call('webauthn.signIn.start', typed, origin())).data;
      const response = await page.call<string>('webauthn.helpers.get', options);
      const answer = await page.call('webauthn.signIn.finish', transactionId, response);
      expect(answer.data.user.loginIds).toEqual([loginId]);
    }
    expect((await page.call('webauthn.signIn', loginId)).ok).toBe(true);
    const [credential] = await authenticator.credentials();
    expect(credential).toMatchObject({ rpId: 'localhost', isResidentCredential: true });
    expect(credential?.signCount).toBeGreaterThan(4);
    expect(Buffer.from(credential?.userHandle ?? '', 'base64').toString()).not.toContain(loginId);
    expect(open.errors).toEqual([]);
  });

  test('sign-up-or-in makes a user, and then knows them', async () => {
    expect((await page.call('webauthn.signUpOrIn', loginId)).data.firstSeen).toBe(true);
    expect((await page.call('webauthn.signUpOrIn', loginId)).data.firstSeen).toBe(false);
    expect(await authenticator.credentials()).toHaveLength(1);
  });

  test('an authenticator that has a passkey of the user makes no second one, and another one does', async () => {
    const { refreshJwt } = await register();
    await expect(page.call('webauthn.update', loginId, refreshJwt)).rejects.toThrow(/already registered/);
    await authenticator.detach();
    authenticator = await VirtualAuthenticator.attach(open.page);
    expect((await page.call('webauthn.update', loginId, refreshJwt)).ok).toBe(true);
    const listed = await latchkey.sdk().management.user.listPasskeys(loginId);
    expect(listed.data).toMatchObject([{ rpId: 'localhost' }, { rpId: 'localhost' }]);
    expect((await page.call('webauthn.signIn', loginId)).ok).toBe(true);
  });

  test('a passkey that was added with mfa raises the session', async () => {
    const user = { loginId, password: `Correct-${randomBytes(8).toString('hex')}` };
    await latchkey.manage('POST', '/v1/mgmt/user/create', user);
    const { refreshJwt } = (await page.call('password.signIn', loginId, user.password)).data;
    const started = await page.call('webauthn.update.start', loginId, origin(), refreshJwt, {}, true);
    const { transactionId, options } = started.data;
    const response = await page.call<string>('webauthn.helpers.create', options);
    const { data } = await page.call('webauthn.update.finish', transactionId, response);
    expect(claimsOf(data.jwt.sessionJwt).amr).toEqual(['pwd', 'webauthn', 'mfa']);
  });

  test('a copy of an authenticator, whose count is behind, is refused', async () => {
    await register();
    await page.call('webauthn.signIn', loginId);
    await page.call('webauthn.signIn', loginId);
    await authenticator.setSignCount(1);
    const refused = await page.call('webauthn.signIn', loginId);
    expect(refused).toMatchObject({ ok: false, code: 401, error: { errorCode: 'E067011' } });
  });

  test('an authenticator that verifies nobody signs nobody up', async () => {
    await authenticator.detach();
    authenticator = await VirtualAuthenticator.attach(open.page, { hasUserVerification: false });
    await expect(page.call('webauthn.signUp', loginId, 'Ada')).rejects.toThrow();
    const found = await latchkey.manage('POST', '/v2/mgmt/user/search', { loginIds: [loginId] });
    expect(found.body.total).toBe(0);
  });

  test('a page that is not the project’s is not answered, and what it was told elsewhere is of no use', async () => {
    const { transactionId, options } = (
      await latchkey.request('POST', '/v1/auth/webauthn/signup/start', {
        body: { loginId, origin: origin() },
      })
    ).body;
    const evil = await startWebApp();
    await open.page.goto(`http://localhost:${evil.port}`);
    await page.start({ projectId: latchkey.projectId, baseUrl: latchkey.baseUrl });
    // The domain is the same, so the browser takes the options: the origin is what tells.
    const response = await page.call<string>('webauthn.helpers.create', options);
    const refused = await latchkey.request('POST', '/v1/auth/webauthn/signup/finish', {
      body: { transactionId, response },
    });
    expect([refused.status, refused.body.errorCode]).toEqual([401, 'E067011']);
    await expect(page.call('webauthn.signUp', loginId, 'Ada')).rejects.toThrow(/fetch/i);
    await evil.close();
  });
});

test('a server with the SDK for Node.js does the same for a page', async () => {
  const { webauthn, management } = latchkey.sdk();
  const create = (options = '') => page.call<string>('webauthn.helpers.create', options);
  const get = (options = '') => page.call<string>('webauthn.helpers.get', options);

  const signUp = await webauthn.signUp.start(loginId, origin(), 'Ada');
  expect(signUp.data?.create).toBe(true);
  const signedUp = await webauthn.signUp.finish(
    signUp.data?.transactionId as string,
    await create(signUp.data?.options),
  );
  expect(signedUp.data?.user).toMatchObject({ loginIds: [loginId], name: 'Ada', webauthn: true });

  const signIn = await webauthn.signIn.start(loginId, origin(), { customClaims: { shop: 7 } });
  const signedIn = await webauthn.signIn.finish(
    signIn.data?.transactionId as string,
    await get(signIn.data?.options),
  );
  expect(claimsOf(signedIn.data?.sessionJwt as string)).toMatchObject({
    nsec: { shop: 7 },
    amr: ['webauthn', 'mfa'],
  });

  const either = await webauthn.signUpOrIn.start(loginId, origin());
  expect(either.data?.create).toBe(false);
  const again = await webauthn.signIn.finish(
    either.data?.transactionId as string,
    await get(either.data?.options),
  );
  expect(again.ok).toBe(true);

  await authenticator.detach();
  authenticator = await VirtualAuthenticator.attach(open.page);
  const update = await webauthn.update.start(loginId, origin(), signedIn.data?.refreshJwt);
  const updated = await webauthn.update.finish(
    update.data?.transactionId as string,
    await create(update.data?.options),
  );
  expect(updated).toMatchObject({ ok: true, data: {} });

  const listed = await management.user.listPasskeys(loginId);
  expect(listed.data).toHaveLength(2);
  expect((await management.user.removePasskey(loginId, listed.data?.[0]?.id as string)).ok).toBe(true);
  expect((await management.user.removeAllPasskeys(loginId)).ok).toBe(true);
  expect((await management.user.listPasskeys(loginId)).data).toEqual([]);
  const refused = await webauthn.signUpOrIn.start(loginId, origin());
  expect(refused).toMatchObject({ ok: false, code: 400, error: { errorCode: 'E067010' } });
});
