import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Provider, startProvider } from '../applications.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import type { Apache } from './apache.ts';
import { startMellon } from './mellon.ts';
import { asksToSignIn, signInOn, variablesOn } from './pages.ts';
import { createSamlApplication, describeByMetadata, type SamlApplication } from './saml-application.ts';

// Debian's mod_auth_mellon protects a page of an Apache. Each side knows the other by its metadata.

let provider: Provider;
let apache: Apache;
let app: SamlApplication;
let browser: OpenPage;

beforeAll(async () => {
  provider = await startProvider();
  app = await createSamlApplication(provider);
  apache = await startMellon(app.metadata);
  await describeByMetadata(provider, app, `${apache.url}/mellon/metadata`, { signedRequestsRequired: true });
});
afterEach(() => browser?.close());
afterAll(async () => {
  await apache?.stop();
  await provider?.latchkey.close();
});

async function signIn(more: object = {}): Promise<{ page: Page; loginId: string }> {
  const loginId = await provider.grantedUser(app.id, more);
  browser = await openPage(`${apache.url}/secret/`);
  const { page } = browser;
  await signInOn(page, loginId);
  await page.waitForURL(`${apache.url}/secret/`);
  return { page, loginId };
}

test('a user signs in by a signed request, and Apache knows their attributes and a name for the session', async () => {
  const { page, loginId } = await signIn({ name: 'Ada Lovelace' });
  const variables = await variablesOn(page);
  expect(variables).toMatchObject({
    MELLON_email: loginId,
    MELLON_name: 'Ada Lovelace',
    MELLON_NAME_ID: expect.stringMatching(/^_[\w-]{43}$/),
  });
});

test('a logout at Apache ends the session here, and comes back', async () => {
  const { page } = await signIn();
  await page.goto(`${apache.url}/mellon/logout?ReturnTo=${encodeURIComponent(`${apache.url}/`)}`);
  await page.waitForURL(`${apache.url}/`);
  await page.goto(`${apache.url}/secret/`);
  await asksToSignIn(page);
});

test('a sign-in can begin here', async () => {
  const loginId = await provider.grantedUser(app.id);
  const { body } = await provider.latchkey.manage('GET', `/v1/mgmt/sso/idp/app/load?id=${app.id}`);
  const target = encodeURIComponent(`${apache.url}/secret/`);
  browser = await openPage(`${body.samlSettings.idpInitiatedUrl}&RelayState=${target}`);
  await signInOn(browser.page, loginId);
  await browser.page.waitForURL(`${apache.url}/secret/`);
  expect((await variablesOn(browser.page))['MELLON_email']).toBe(loginId);
});

test('the next certificate is in our metadata, and does not sign yet', async () => {
  await provider.manage('/v1/mgmt/sso/idp/app/saml/certificate/create', { id: app.id });
  const { page, loginId } = await signIn();
  expect((await variablesOn(page))['MELLON_email']).toBe(loginId);
});
