import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { totpCode } from '../authenticator-app.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { VirtualAuthenticator } from '../counterparts/virtual-authenticator.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { createNamedUser, setPolicy } from '../sign-in-policy.ts';
import { claimsOf, type PasswordUser } from '../signed-in.ts';

/** The second factor on our own pages, in Chromium. */
let latchkey: Latchkey;
let open: OpenPage | undefined;
let user: PasswordUser;

let back: string;
const always = { when: 'always', methods: ['totp', 'passkey'] };

const application = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title><h1>App</h1>');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  back = `http://127.0.0.1:${(application.address() as AddressInfo).port}/back`;
  latchkey = await startLatchkey();
  // Passkeys belong to names.
  latchkey.service.baseUrl = latchkey.baseUrl.replace('127.0.0.1', 'localhost');
  user = await createNamedUser(latchkey);
});
afterEach(() => open?.close());
afterAll(async () => {
  application.close();
  await latchkey.close();
});

async function signIn(options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  open = await openPage(undefined, { viewport: { width: 420, height: 860 }, ...options });
  // Otherwise the browser would sign in with the passkey from the list in the first field.
  await open.page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
  await enter(open.page);
  return open.page;
}

async function enter(page: Page): Promise<void> {
  await page.goto(
    `${latchkey.service.baseUrl}/login/${latchkey.projectId}?redirectUrl=${encodeURIComponent(back)}`,
  );
  await page.locator('[name=loginId]').fill(user.loginId);
  await page.keyboard.press('Enter');
  await page.locator('[name=password]').fill(user.password);
  await page.keyboard.press('Enter');
}

/** The factors of the session that the application gets. */
async function amrAt(page: Page): Promise<unknown> {
  await page.waitForURL(`${back}**`);
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  const { body } = await latchkey.request('POST', '/v1/auth/oauth/exchange', { body: { code } });
  return claimsOf(body.sessionJwt).amr;
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([]);
}

test('an authenticator is added in the grace period, without script and in German', async () => {
  await setPolicy(latchkey, { ...always, graceDays: 14 });
  const page = await signIn({ locale: 'de-DE', javaScriptEnabled: false });
  await page.getByRole('heading', { name: 'Schützen Sie Ihr Konto' }).waitFor();
  await page.getByRole('button', { name: 'Authenticator-App' }).click();
  const key = ((await page.locator('code.key').textContent()) ?? '').replaceAll(' ', '');
  await page.getByRole('textbox').fill(totpCode(key, latchkey.service.now()));
  await page.keyboard.press('Enter');
  expect(await amrAt(page)).toEqual(['pwd', 'totp', 'mfa']);
});

test('a passkey is created and used where nothing else counts', async () => {
  await setPolicy(latchkey, { when: 'always', methods: ['passkey'] });
  const page = await signIn();
  await VirtualAuthenticator.attach(page);
  await page.getByRole('button', { name: 'Passkey' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  expect(await amrAt(page)).toEqual(['pwd', 'webauthn', 'mfa']);
  await enter(page);
  await page.getByRole('heading', { name: 'Confirm that it’s you' }).waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  expect(await amrAt(page)).toEqual(['pwd', 'webauthn', 'mfa']);
});

test('another factor can be chosen, and the pages are free of accessibility violations', async () => {
  await setPolicy(latchkey, always);
  const page = await signIn();
  await page.getByText('Enter the code that your authenticator app shows.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Passkey' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await expectAccessible(page);
});

test('a passkey is offered after a password, once in a browser, and then signs in alone', async () => {
  await setPolicy(latchkey, { when: 'never', methods: [] });
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { hostedPages: { offerPasskeys: true } });
  user = await createNamedUser(latchkey);
  const declined = await signIn();
  await declined.getByRole('heading', { name: 'Sign in faster next time' }).waitFor();
  await expectAccessible(declined);
  await declined.getByRole('button', { name: 'Not now' }).click();
  expect(await amrAt(declined)).toEqual(['pwd']);
  await enter(declined);
  expect(await amrAt(declined)).toEqual(['pwd']);
  await open?.close();

  const page = await signIn();
  await VirtualAuthenticator.attach(page);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.waitForURL(`${back}**`);
  await page.goto(
    `${latchkey.service.baseUrl}/login/${latchkey.projectId}?redirectUrl=${encodeURIComponent(back)}`,
  );
  await page.getByRole('button', { name: /passkey/i }).click();
  expect(await amrAt(page)).toEqual(['webauthn', 'mfa']);
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { hostedPages: { offerPasskeys: false } });
});
