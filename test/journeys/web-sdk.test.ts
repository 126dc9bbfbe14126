import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { totpCode } from '../authenticator-app.ts';
import { type OpenPage, openPage, openPageTakingForeignCookies } from '../counterparts/chromium.ts';
import { startWebApp, type WebApp, WebSdk } from '../counterparts/web-app.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';

/**
 * The unmodified @descope/web-js-sdk in Chromium. To a browser `localhost` and `127.0.0.1` are two sites, and two
 * ports of one name are one site with two origins.
 */
let latchkey: Latchkey;
let app: WebApp;
let open: OpenPage;
let sdk: WebSdk;

const port = () => new URL(latchkey.baseUrl).port;
const sameSite = () => `http://localhost:${port()}`;
const otherSite = () => `http://127.0.0.1:${port()}`;

beforeAll(async () => {
  app = await startWebApp();
  latchkey = await startLatchkey({
    LATCHKEY_MODE: 'production',
    LATCHKEY_ALLOW_HTTP: 'true',
    LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64'),
  });
});
beforeEach(async () => {
  await set({
    allowedOrigins: [`http://localhost:${app.port}`],
    tokenDelivery: 'body',
    cookieSameSite: 'strict',
    cookieName: 'DSR',
    sessionCookieName: 'DS',
    sessionLifetimeSeconds: 600,
  });
});
afterEach(() => open.close());
afterAll(async () => {
  await latchkey.close();
  await app.close();
});

async function set(settings: object) {
  expect((await latchkey.manage('POST', '/v1/mgmt/project/settings', settings)).status).toBe(200);
}

/** Loads the application's page and makes the SDK for the API at `baseUrl`. */
async function visit(
  baseUrl: string,
  at = `http://localhost:${app.port}`,
  openBrowser: (url: string) => Promise<OpenPage> = openPage,
) {
  latchkey.service.baseUrl = baseUrl;
  open = await openBrowser(at);
  sdk = new WebSdk(open.page);
  await sdk.start({ projectId: latchkey.projectId, baseUrl });
}

async function reload(baseUrl: string) {
  await open.page.reload();
  await sdk.start({ projectId: latchkey.projectId, baseUrl });
}

async function signUp(loginId: string) {
  const { data } = await sdk.call('totp.signUp', loginId, { name: 'Ada' });
  return sdk.call('totp.verify', loginId, totpCode(data.key, Date.now()));
}

const cookieNames = async () => (await open.page.context().cookies()).map(({ name }) => name).sort();
/** Recognizes the browser of the user who has signed in last. It is no session, and stays when that ends. */
const lastSignIn = () => `latchkey-last-${latchkey.projectId}`;
const readableCookies = () => open.page.evaluate<string>('document.cookie');

describe('with tokens in the body, across sites', () => {
  test('a user signs up, is recognized after a reload, refreshes and logs out', async () => {
    await visit(otherSite());
    const loginId = 'body@web.example';
    const signedIn = await signUp(loginId);
    expect(signedIn).toMatchObject({ ok: true, data: { user: { loginIds: [loginId] } } });
    expect(await sdk.storage()).toMatchObject({
      DS: signedIn.data.sessionJwt,
      DSR: signedIn.data.refreshJwt,
    });
    expect(await cookieNames()).toEqual([]);

    await reload(otherSite());
    const refreshed = await sdk.call('refresh', undefined, true);
    expect(refreshed.ok).toBe(true);
    expect((await sdk.storage())['DSR']).toBe(refreshed.data.refreshJwt);
    expect((await sdk.call('me')).data.loginIds).toEqual([loginId]);
    expect((await sdk.call('myTenants', [])).data.tenants).toEqual([]);

    expect((await sdk.call('logout')).ok).toBe(true);
    expect(await sdk.storage()).not.toHaveProperty('DSR');
    expect((await sdk.seen()).authenticated).toEqual([true, false]);
    expect(open.errors).toEqual([]);
  });

  test('a refusal reaches the application as what it is', async () => {
    await visit(otherSite());
    const refused = await sdk.call('totp.verify', 'nobody@web.example', '123456');
    expect(refused).toMatchObject({ ok: false, code: 401, error: { errorCode: 'E061102' } });
    const unknown = await sdk.call('me');
    expect(unknown).toMatchObject({ ok: false, code: 401, error: { errorCode: 'E064002' } });
    expect(await sdk.call('refresh', undefined, true)).toEqual({ ok: true });
  });

  test('a session that was ended elsewhere signs the page out, other failures do not', async () => {
    await visit(otherSite());
    const { data } = await signUp('ended@web.example');
    expect((await sdk.call('totp.verify', 'ended@web.example', '000000')).ok).toBe(false);
    expect(await sdk.storage()).toHaveProperty('DSR');
    const bearer = `${latchkey.projectId}:${data.refreshJwt}`;
    await latchkey.request('POST', '/v1/auth/logout', { bearer });
    expect(await sdk.call('refresh')).toMatchObject({ ok: false, code: 401 });
    expect(await sdk.storage()).not.toHaveProperty('DSR');
    expect((await sdk.seen()).authenticated).toEqual([true, false]);
  });

  test('a stored token of a session that is over disturbs no sign-in', async () => {
    await visit(otherSite());
    const first = await signUp('first@web.example');
    const bearer = `${latchkey.projectId}:${first.data.refreshJwt}`;
    await latchkey.request('POST', '/v1/auth/logout', { bearer });
    const second = await signUp('second@web.example');
    expect(second.ok).toBe(true);
    expect((await sdk.storage())['DSR']).toBe(second.data.refreshJwt);
    expect((await sdk.call('me')).data.loginIds).toEqual(['second@web.example']);
  });
});

describe('with tokens in cookies', () => {
  test('a page of the same site is signed in without ever seeing a refresh token', async () => {
    await set({ tokenDelivery: 'cookies' });
    await visit(sameSite());
    const loginId = 'cookies@web.example';
    const signedIn = await signUp(loginId);
    expect(signedIn.ok).toBe(true);
    expect(signedIn.data).not.toHaveProperty('refreshJwt');
    expect(await cookieNames()).toEqual(['DS', 'DSR', lastSignIn()]);
    expect(await readableCookies()).toBe('');
    expect(JSON.stringify(await sdk.storage())).not.toContain('"DSR"');

    await reload(sameSite());
    const restored = await sdk.call('refresh', undefined, true);
    expect(restored).toMatchObject({ ok: true, data: { sessionExpiration: expect.any(Number) } });
    expect((await sdk.call('me')).data.loginIds).toEqual([loginId]);
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { name: 'Acme', id: 'acme' });
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', { loginId, tenantId: 'acme' });
    const selected = await sdk.call('selectTenant', 'acme');
    expect(selected.data.claims.dct).toBe('acme');
    expect((await sdk.call('myTenants', true)).data.tenants).toMatchObject([{ id: 'acme' }]);

    expect((await sdk.call('logout')).ok).toBe(true);
    expect(await cookieNames()).toEqual([lastSignIn()]);
    expect(await sdk.call('refresh')).toMatchObject({ ok: false, code: 401 });
    expect((await sdk.seen()).authenticated.slice(0, 2)).toEqual([true, true]);
  });

  test('cookies go under the names of the project, which the page sends back', async () => {
    await set({ tokenDelivery: 'cookies', cookieName: 'SHOP_R', sessionCookieName: 'SHOP' });
    await visit(sameSite());
    await signUp('names@web.example');
    expect(await cookieNames()).toEqual(['SHOP', 'SHOP_R', lastSignIn()]);
    expect((await sdk.storage())['DSRCN']).toBe('SHOP_R');
    const request = open.page.waitForRequest((one) => one.url().endsWith('/v1/auth/me'));
    expect((await sdk.call('me')).ok).toBe(true);
    expect((await request).headers()['x-descope-refresh-cookie-name']).toBe('SHOP_R');
    expect((await sdk.call('logoutAll')).ok).toBe(true);
    expect(await cookieNames()).toEqual([lastSignIn()]);
  });

  test('the session is refreshed before it runs out', async () => {
    await set({ tokenDelivery: 'cookies', sessionLifetimeSeconds: 60 });
    latchkey.service.baseUrl = sameSite();
    open = await openPage();
    await open.page.clock.install();
    await open.page.goto(`http://localhost:${app.port}`);
    sdk = new WebSdk(open.page);
    await sdk.start({ projectId: latchkey.projectId, baseUrl: sameSite(), autoRefresh: true });
    await signUp('timer@web.example');
    const refresh = open.page.waitForResponse((one) => one.url().includes('/v1/auth/refresh'));
    await open.page.clock.fastForward(45_000);
    expect((await refresh).status()).toBe(200);
    await expect.poll(async () => (await sdk.seen()).sessions).toBe(2);
  });

  test('pages of another site need SameSite=None, and a browser that allows it', async () => {
    const ofApp = `http://localhost:${app.port}`;
    await set({ tokenDelivery: 'cookies' });
    await visit(otherSite(), ofApp, openPageTakingForeignCookies);
    await signUp('strict@web.example');
    expect(await cookieNames()).toEqual([]);
    await open.close();

    await set({ tokenDelivery: 'cookies', cookieSameSite: 'none' });
    await visit(otherSite(), ofApp, openPageTakingForeignCookies);
    await signUp('none@web.example');
    expect(await cookieNames()).toEqual(['DS', 'DSR', lastSignIn()]);
    await reload(otherSite());
    expect((await sdk.call('refresh', undefined, true)).data.sessionJwt).toBeTypeOf('string');
    expect((await sdk.call('logout')).ok).toBe(true);
    expect(await cookieNames()).toEqual([lastSignIn()]);
  });
});

describe('a page of an origin that the project does not allow', () => {
  let evil: WebApp;
  beforeAll(async () => {
    evil = await startWebApp();
  });
  afterAll(() => evil.close());

  test('reads no answer', async () => {
    await visit(sameSite(), `http://localhost:${evil.port}`);
    await expect(sdk.call('totp.signUp', 'evil@web.example')).rejects.toThrow(/fetch/i);
    await expect(sdk.call('me')).rejects.toThrow(/fetch/i);
    await expect(sdk.call('httpClient.get', `/v2/keys/${latchkey.projectId}`)).rejects.toThrow(/fetch/i);
  });

  test('can neither use nor end the session of its visitor, although it is of the same site', async () => {
    await set({ tokenDelivery: 'cookies' });
    await visit(sameSite());
    await signUp('victim@web.example');
    const { page } = open;
    await page.goto(`http://localhost:${evil.port}`);
    const sent: (string | undefined)[] = [];
    page.on('request', async (one) => {
      if (one.url().startsWith(sameSite())) sent.push((await one.allHeaders())['cookie']);
    });
    for (const path of ['/v1/auth/logout', '/v1/auth/refresh', '/v1/auth/logoutall']) {
      const init = { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' };
      await page.evaluate(`fetch(${JSON.stringify(sameSite() + path)}, ${JSON.stringify(init)})`);
      await page.setContent(`<form method="post" action="${sameSite()}${path}"></form>`);
      await Promise.all([page.waitForNavigation(), page.evaluate('document.forms[0].submit()')]);
      expect(JSON.parse(await page.innerText('body'))).toMatchObject({ errorCode: 'E111119' });
      await page.goto(`http://localhost:${evil.port}`);
    }
    // The browser did send them.
    expect(sent.filter((cookie) => cookie?.includes('DSR='))).not.toEqual([]);
    await page.goto(`http://localhost:${app.port}`);
    await sdk.start({ projectId: latchkey.projectId, baseUrl: sameSite() });
    expect((await sdk.call('me')).data.loginIds).toEqual(['victim@web.example']);
  });

  test('of another project gets past the preflight and no further', async () => {
    const other = await latchkey.addProject();
    await latchkey.request('POST', '/v1/mgmt/project/settings', {
      bearer: `${other.projectId}:${other.managementKey}`,
      body: { allowedOrigins: [`http://localhost:${evil.port}`] },
    });
    await set({ tokenDelivery: 'cookies' });
    await visit(sameSite());
    await signUp('visitor@web.example');
    const before = await open.page.context().cookies();
    await open.page.goto(`http://localhost:${evil.port}`);
    await sdk.start({ projectId: latchkey.projectId, baseUrl: sameSite() });
    for (const method of ['logout', 'logoutAll', 'refresh', 'me']) {
      await expect(sdk.call(method)).rejects.toThrow(/fetch/i);
    }
    expect(await open.page.context().cookies()).toEqual(before);
    await open.page.goto(`http://localhost:${app.port}`);
    await sdk.start({ projectId: latchkey.projectId, baseUrl: sameSite() });
    expect((await sdk.call('me')).data.loginIds).toEqual(['visitor@web.example']);
  });
});
