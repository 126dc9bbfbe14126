import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCertifiedKey } from '../../server/protocols/saml/self-signed.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { type Provider, startProvider } from '../applications.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { password } from '../hosted-pages.ts';
import { acsUrl, samlSteps, spMetadata } from '../saml-applications.ts';

/** Applications that answer a logout with an error page of their own, in Chromium on a phone. */
let provider: Provider;
let applications: Server;
let address: string;
let key: Awaited<ReturnType<typeof createCertifiedKey>>;
let open: OpenPage | undefined;

beforeAll(async () => {
  provider = await startProvider();
  key = await createCertifiedKey('sp.example', Date.now());
  applications = createServer(({ url = '' }, response) => {
    const [, what, binding = ''] = url.split('/');
    const logout = { [binding]: `${address}/error/${binding}` };
    const page = '<!doctype html><title>Error</title><h1>Something went wrong</h1>';
    response.end(what === 'metadata' ? spMetadata(`${address}${url}`, key.certificatePem, logout) : page);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => applications.once('listening', resolve));
  address = `http://127.0.0.1:${(applications.address() as AddressInfo).port}`;
});
afterEach(() => open?.close());
afterAll(async () => {
  applications.closeAllConnections();
  applications.close();
  await provider.latchkey.close();
});

test('a user whose applications show an error comes back, and reads where they may still be signed in', async () => {
  const { createApp } = samlSteps(provider, key);
  const [wiki, reports] = await Promise.all([
    createApp({ name: 'Wiki', useMetadataInfo: true, metadataUrl: `${address}/metadata/redirect` }),
    createApp({ name: 'Reports', useMetadataInfo: true, metadataUrl: `${address}/metadata/post` }),
  ]);
  const loginId = await provider.makeUser({ ssoAppIds: [wiki.id, reports.id] });
  open = await openPage(wiki.initiatedUrl, { viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  const { page } = open;
  const examine = async () => expect(await accessibilityViolations(page)).toEqual([]);
  await page.route(`${acsUrl}*`, (route) => route.fulfill({ body: 'signed in' }));
  await page.locator('[name=loginId]').fill(loginId);
  await page.keyboard.press('Enter');
  await page.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(acsUrl);
  await page.goto(reports.initiatedUrl);
  await page.waitForURL(acsUrl);

  const account = `${provider.latchkey.baseUrl}/account/${provider.latchkey.projectId}`;
  await page.goto(account);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await errorOf(page, 'redirect');
  await page.goto(account);
  await page.getByRole('heading', { name: 'Wiki didn’t respond' }).waitFor();
  await examine();
  await page.getByRole('button', { name: 'Try again' }).click();
  await errorOf(page, 'redirect');
  await page.goto(account);
  await page.getByRole('button', { name: 'Continue without Wiki' }).click();
  await errorOf(page, 'post');
  await page.goto(account);
  await page.getByRole('button', { name: 'Continue without Reports' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await examine();
  expect(await page.locator('main li').allInnerTexts()).toEqual([
    expect.stringMatching(/^Wiki\s+Not confirmed$/),
    expect.stringMatching(/^Reports\s+Not confirmed$/),
  ]);
  expect(open.errors).toEqual([]);
});

test('the page with the progress needs no script: it has a button', async () => {
  const { createApp } = samlSteps(provider, key);
  const app = await createApp({
    name: 'Board',
    useMetadataInfo: true,
    metadataUrl: `${address}/metadata/post/2`,
  });
  const loginId = await provider.makeUser({ ssoAppIds: [app.id] });
  open = await openPage(app.initiatedUrl, { locale: 'en-GB' });
  const { page } = open;
  await page.route(`${acsUrl}*`, (route) => route.fulfill({ body: 'signed in' }));
  await page.locator('[name=loginId]').fill(loginId);
  await page.keyboard.press('Enter');
  await page.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(acsUrl);
  await page.route(/submit.*\.js/, (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
  await page.goto(`${provider.latchkey.baseUrl}/account/${provider.latchkey.projectId}`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Signing you out' }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await errorOf(page, 'post');
});

async function errorOf(page: Page, binding: string): Promise<void> {
  await page.waitForURL(`${address}/error/${binding}*`);
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
}
