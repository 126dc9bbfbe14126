import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Provider, startProvider } from '../applications.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { startInstallation } from '../counterparts/simplesamlphp.ts';
import { spBindings, writeServiceProviders } from '../counterparts/simplesamlphp-config.ts';
import type { Apache } from './apache.ts';
import { startMellon } from './mellon.ts';
import { asksToSignIn, signInOn } from './pages.ts';
import { createSamlApplication, describeByMetadata, type SamlApplication } from './saml-application.ts';

// Debian's SimpleSAMLphp as two service providers, one for each binding, and mod_auth_mellon as a third one, to which logouts are passed on.

type Binding = (typeof spBindings)[number];

let provider: Provider;
let php: Awaited<ReturnType<typeof startInstallation>>;
let apache: Apache;
let apps: Record<Binding | 'mellon', SamlApplication>;
let browser: OpenPage;

beforeAll(async () => {
  provider = await startProvider();
  apps = {
    redirect: await createSamlApplication(provider, 'SimpleSAMLphp (redirect)'),
    post: await createSamlApplication(provider, 'SimpleSAMLphp (POST)'),
    mellon: await createSamlApplication(provider, 'mellon'),
  };
  php = await startInstallation('/module.php/saml/sp/metadata.php/post', (folder, origin) =>
    writeServiceProviders(folder, origin, apps),
  );
  apache = await startMellon(apps.mellon.metadata);
  for (const binding of spBindings) {
    await describeByMetadata(
      provider,
      apps[binding],
      `${php.baseUrl}/module.php/saml/sp/metadata.php/${binding}`,
      {
        signedRequestsRequired: true,
        assertionEncrypted: true,
        attributeMapping: [
          { name: 'mail', type: '', value: 'email' },
          { name: 'groups', type: '', value: 'roles' },
        ],
      },
    );
  }
  await describeByMetadata(provider, apps.mellon, `${apache.url}/mellon/metadata`);
  await provider.manage('/v1/mgmt/role/create', { name: 'Editor' });
});
afterEach(() => browser?.close());
afterAll(async () => {
  await apache?.stop();
  await php?.stop();
  await provider?.latchkey.close();
});

const pageOf = (binding: Binding) => `${php.baseUrl}/module.php/core/authenticate.php?as=${binding}`;

async function signIn(binding: Binding): Promise<{ page: Page; loginId: string }> {
  const loginId = await provider.makeUser({
    name: 'Ada Ümlaut & <Co>',
    roleNames: ['Editor'],
    ssoAppIds: Object.values(apps).map(({ id }) => id),
  });
  browser = await openPage(pageOf(binding));
  const { page } = browser;
  await signInOn(page, loginId);
  await page.waitForURL(pageOf(binding));
  return { page, loginId };
}

test.each(spBindings)(
  'a user signs in by the %s binding, with an encrypted assertion and attributes',
  async (binding) => {
    const { page, loginId } = await signIn(binding);
    const shown = await page.innerText('body');
    expect(shown).toContain(loginId);
    expect(shown).toContain('Editor');
    expect(shown).toContain('nameid-format:persistent');
  },
);

test.each(spBindings)('a logout at SimpleSAMLphp by %s ends the session here', async (binding) => {
  const { page } = await signIn(binding);
  await page.goto(`${pageOf(binding)}&logout`);
  await page.waitForURL('**/logout.php*');
  await page.goto(pageOf(binding));
  await asksToSignIn(page);
});

test('a logout here reaches SimpleSAMLphp by both bindings, and mellon', async () => {
  const { page } = await signIn('redirect');
  await signInElsewhere(page, ['post', 'mellon']);
  await page.goto(`${provider.latchkey.baseUrl}/account/${provider.latchkey.projectId}`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  expect(await page.innerText('main')).toContain('You can close this window.');
  await expectSignedOut(page);
});

test('a logout at SimpleSAMLphp reaches the other applications, and comes back as a success', async () => {
  const { page } = await signIn('redirect');
  await signInElsewhere(page, ['post', 'mellon']);
  await page.goto(`${pageOf('redirect')}&logout`);
  await page.waitForURL('**/logout.php*');
  await expectSignedOut(page);
});

test('a logout at mellon reaches SimpleSAMLphp', async () => {
  const { page } = await signIn('post');
  await signInElsewhere(page, ['redirect', 'mellon']);
  await page.goto(`${apache.url}/mellon/logout?ReturnTo=${encodeURIComponent(`${apache.url}/`)}`);
  await page.waitForURL(`${apache.url}/`);
  await expectSignedOut(page);
});

/** Opens the other applications, which sign the user in without a question. */
async function signInElsewhere(page: Page, others: (Binding | 'mellon')[]): Promise<void> {
  for (const one of others) {
    const url = one === 'mellon' ? `${apache.url}/secret/` : pageOf(one);
    await page.goto(url);
    await page.waitForURL(url);
  }
}

async function expectSignedOut(page: Page): Promise<void> {
  for (const url of [pageOf('redirect'), pageOf('post'), `${apache.url}/secret/`]) {
    await page.goto(url);
    await asksToSignIn(page);
  }
}
