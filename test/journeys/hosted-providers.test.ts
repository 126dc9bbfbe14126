import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { VirtualAuthenticator } from '../counterparts/virtual-authenticator.ts';
import { startWebApp, type WebApp, WebSdk } from '../counterparts/web-app.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { connectSimulator } from '../oauth-browser.ts';
import { claimsOf } from '../signed-in.ts';

/** Other people's identity on our own sign-in page, in Chromium, up to a session of the unmodified SDK. */
let latchkey: Latchkey;
let simulator: Latchkey;
let app: WebApp;
let backUrl: string;
let open: OpenPage | undefined;
let counter = 0;

const application = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title><h1>App</h1>');
});

beforeAll(async () => {
  [latchkey, simulator, app] = await Promise.all([startLatchkey(), startLatchkey(), startWebApp()]);
  // Passkeys belong to names. To a browser `localhost` is another site than 127.0.0.1, as providers are.
  latchkey.service.baseUrl = latchkey.baseUrl.replace('127.0.0.1', 'localhost');
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  backUrl = `http://127.0.0.1:${(application.address() as AddressInfo).port}/back`;
  await manage('project/update/name', { name: 'Acme' });
  for (const [provider, title] of [
    ['corner', 'Corner Shop'],
    ['club', 'Club <b>&'],
  ] as const) {
    await connectSimulator(latchkey, provider, {
      issuer: `${simulator.baseUrl}/dev/idp/oidc/${provider}`,
      title,
    });
  }
});
beforeEach(() => manage('project/settings', { hostedPages: { signUp: true } }));
afterEach(() => open?.close());
afterAll(async () => {
  application.close();
  await Promise.all([latchkey.close(), simulator.close(), app.close()]);
});

async function manage(path: string, body: object) {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const loginUrl = () =>
  `${latchkey.service.baseUrl}/login/${latchkey.projectId}?${new URLSearchParams({ redirectUrl: backUrl, state: 's&1' })}`;

async function visit(options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  open = await openPage(loginUrl(), { viewport: { width: 420, height: 860 }, ...options });
  return open.page;
}

/** Returns the result that the SDK of the application's server gets for the code that the browser has brought. */
async function exchanged(page: Page) {
  await page.waitForURL(/\/back\?/);
  const { searchParams } = new URL(page.url());
  expect([...searchParams.keys()].sort()).toEqual(['code', 'state']);
  expect(searchParams.get('state')).toBe('s&1');
  const { ok, data, error } = await latchkey.sdk().oauth.exchange(searchParams.get('code') ?? '');
  expect(ok, JSON.stringify(error)).toBe(true);
  expect(open?.errors).toEqual([]);
  return { ...data, claims: claimsOf(data?.sessionJwt as string) };
}

async function answerAtProvider(page: Page, user: string, fault = 'none') {
  await page.locator('select[name=user]').selectOption(user);
  await page.locator('select[name=fault]').selectOption(fault);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describe('a provider', () => {
  test('signs somebody up who is new, and in again, without script', async () => {
    const page = await visit({ javaScriptEnabled: false });
    expect(await page.getByRole('button', { name: 'passkey' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Continue with Corner Shop' }).click();
    await answerAtProvider(page, 'alice');
    const first = await exchanged(page);
    expect(first).toMatchObject({ firstSeen: true, user: { loginIds: ['alice@corner.example'] } });
    expect(first.claims['amr']).toEqual(['oauth']);
    await page.goto(loginUrl());
    await page.getByRole('button', { name: 'Continue with Corner Shop' }).click();
    await answerAtProvider(page, 'alice');
    expect((await exchanged(page)).firstSeen).toBe(false);
  });

  test('that is refused leads back to the page, which says why in the browser’s language', async () => {
    await manage('project/settings', { hostedPages: { signUp: false } });
    const email = 'carol@club.example';
    await manage('user/create', { loginId: email, email, verifiedEmail: false });
    const page = await visit({ locale: 'de-DE', javaScriptEnabled: false });
    const problem = page.getByRole('alert');
    await page.getByRole('button', { name: 'Weiter mit Club <b>&' }).click();
    for (const [user, fault, words] of [
      ['bob', 'denied', 'nicht erlaubt'],
      ['bob', 'broken', 'geht gerade nicht'],
      ['bob', 'wrong-signature', 'geht gerade nicht'],
      ['bob', 'none', 'sich hier niemand anmelden'],
      ['carol', 'none', 'Hier gibt es schon ein Konto'],
    ] as const) {
      await answerAtProvider(page, user, fault);
      await page.waitForURL(/\/oauth\?/);
      expect(await problem.textContent(), fault).toContain(words);
      expect(page.url()).not.toMatch(/[?&](err|kind|code)=/);
      await page.getByRole('button', { name: 'Weiter mit Club <b>&' }).click();
    }
    await page.waitForURL(/\/dev\/idp\//);
    await page.goBack();
    await page.getByRole('link', { name: 'Anders anmelden' }).click();
    expect(await problem.count()).toBe(0);
  });
});

describe('a passkey', () => {
  /** A page that can be shown by the application, and has made a passkey there. */
  async function register(loginId: string) {
    open = await openPage(`http://localhost:${app.port}`, { viewport: { width: 420, height: 860 } });
    const sdk = new WebSdk(open.page);
    await sdk.start({ projectId: latchkey.projectId, baseUrl: latchkey.service.baseUrl });
    const authenticator = await VirtualAuthenticator.attach(open.page);
    const { ok } = await sdk.call('webauthn.signUp', loginId, 'Ada');
    expect(ok).toBe(true);
    return { page: open.page, authenticator };
  }

  /** As in browsers that have no list of passkeys in the field. */
  const withoutList = (page: Page) =>
    page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');

  test('signs in with its button, after one that nobody used', async () => {
    const loginId = `ada${++counter}@page.example`;
    const { page, authenticator } = await register(loginId);
    await withoutList(page);
    const [credential] = await authenticator.credentials();
    await authenticator.detach();
    const none = await VirtualAuthenticator.attach(page);
    await page.goto(loginUrl());
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    const problem = page.getByRole('alert');
    await problem.waitFor();
    expect(await problem.textContent()).toContain('No passkey was used.');
    if (credential) await none.add(credential);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    const { user, firstSeen, claims } = await exchanged(page);
    expect([user?.loginIds, firstSeen, claims['amr']]).toEqual([[loginId], false, ['webauthn', 'mfa']]);
  });

  test('is found by the browser in the field for the name', async () => {
    const loginId = `ada${++counter}@page.example`;
    const { page } = await register(loginId);
    await page.goto(loginUrl());
    expect((await exchanged(page)).user?.loginIds).toEqual([loginId]);
  });

  test('that was removed is refused on a page of ours, from which there are other ways', async () => {
    const loginId = `ada${++counter}@page.example`;
    const { page } = await register(loginId);
    await withoutList(page);
    await latchkey.sdk().management.user.removeAllPasskeys(loginId);
    await page.goto(loginUrl());
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(/\/passkey\?/);
    expect(await page.getByRole('alert').first().textContent()).toContain('This passkey doesn’t work here');
    // The second refusal is a page of its own, also where it looks the same.
    const refused = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await refused;
    await page.getByRole('link', { name: 'Sign in another way' }).click();
    await page.getByRole('button', { name: 'Continue with Corner Shop' }).waitFor();
  });
});

test('the pages are free of accessibility violations, by day and by night', async () => {
  const page = await visit();
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  expect(await page.getByRole('textbox').getAttribute('autocomplete')).toBe('username webauthn');
  await expectAccessible(page, 'methods');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expectAccessible(page, 'sign-up');
  for (const step of ['oauth?err=x&kind=denied&', 'passkey?']) {
    await page.goto(loginUrl().replace('?', `/${step}`));
    await expectAccessible(page, step.replace(/\W.*/, ''));
  }
});

async function expectAccessible(page: Page, name: string) {
  await page.waitForLoadState();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // By night only the colours are others.
    const scope = colorScheme === 'dark' ? { rules: ['color-contrast'] } : {};
    expect(await accessibilityViolations(page, scope), `${name} ${colorScheme}`).toEqual([]);
    const shot = process.env['LATCHKEY_SCREENSHOT'];
    if (shot)
      await page.screenshot({ path: shot.replace('.png', `-${name}-${colorScheme}.png`), fullPage: true });
  }
}

test('the page with all of it is one answer, and a script that the browser keeps', async () => {
  open = await openPage();
  const sizes = new Map<string, number>();
  open.page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    sizes.set(pathname, (await response.body()).length);
  });
  await open.page.goto(loginUrl(), { waitUntil: 'networkidle' });
  const { [`/login/${latchkey.projectId}`]: page = 0, '/assets/passkey.js': script = 0 } =
    Object.fromEntries(sizes);
  // As much as fits into the first flight of a TCP connection (RFC 6928: ten segments), headers included.
  expect(page + 1_500).toBeLessThan(14_600);
  expect(script).toBeGreaterThan(0);
  expect(script).toBeLessThan(3_000);
  // The page is shown before its typeface has arrived.
  const others = [...sizes].filter(([path]) => !path.startsWith('/assets/geist-'));
  expect(others.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(30_000);
});
