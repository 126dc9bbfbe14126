import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Provider, startProvider } from '../applications.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { type Apache, startApache } from './apache.ts';
import { asksToSignIn, signInOn, variablesOn } from './pages.ts';

// Debian's mod_auth_openidc protects a page of an Apache. Its users sign in here, in Chromium.

let provider: Provider;
let apache: Apache;
let appId: string;
let browser: OpenPage;

beforeAll(async () => {
  provider = await startProvider();
  ({ apache, appId } = await startProtected('Apache'));
});
afterEach(() => browser?.close());
afterAll(async () => {
  await apache?.stop();
  await provider?.latchkey.close();
});

/** Starts an Apache that is an application of its own. */
async function startProtected(name: string): Promise<{ apache: Apache; appId: string }> {
  // The address of the Apache is known before its client is.
  const client = await provider.createClient();
  const { appId } = client;
  const apache = await startApache({
    modules: ['auth_openidc'],
    directives: ({ url }) => `
OIDCProviderMetadataURL ${provider.latchkey.baseUrl}/${provider.latchkey.projectId}/${appId}/.well-known/openid-configuration
OIDCClientID ${client.clientId}
OIDCClientSecret ${client.secret}
OIDCRedirectURI ${url}/secret/redirect
OIDCCryptoPassphrase a-passphrase-of-the-test
OIDCScope "openid profile email offline_access"
OIDCPKCEMethod S256
# Cookies do not tell the ports of a host apart.
OIDCCookie session_${new URL(url).port}
OIDCPassIDTokenAs claims
OIDCRefreshAccessTokenBeforeExpiry 3600
OIDCUserInfoRefreshInterval 1
<Location /secret>
  AuthType openid-connect
  Require valid-user
</Location>`,
  });
  await provider.manage('/v1/mgmt/sso/idp/app/oidc/update', {
    id: appId,
    name,
    loginPageUrl: apache.url,
    approvedRedirectUrls: [`${apache.url}/secret/redirect`, `${apache.url}/`],
    backChannelLogoutUrl: `${apache.url}/secret/redirect?logout=backchannel`,
  });
  return { apache, appId };
}

async function signIn(more: object = {}): Promise<{ page: Page; loginId: string }> {
  const loginId = await provider.grantedUser(appId, more);
  browser = await openPage(`${apache.url}/secret/`);
  const { page } = browser;
  await signInOn(page, loginId);
  await page.waitForURL(`${apache.url}/secret/`);
  return { page, loginId };
}

test('a user signs in with a code and PKCE, and Apache knows their claims', async () => {
  const { page, loginId } = await signIn({ name: 'Ada Lovelace' });
  const variables = await variablesOn(page);
  expect(variables).toMatchObject({
    OIDC_CLAIM_email: loginId,
    OIDC_CLAIM_name: 'Ada Lovelace',
    OIDC_CLAIM_acr: '1',
    REMOTE_USER: expect.stringMatching(/^U/),
  });
  await page.reload();
  expect((await variablesOn(page))['OIDC_CLAIM_email']).toBe(loginId);
});

test('Apache renews its tokens, and reads the claims again', async () => {
  const { page, loginId } = await signIn({ name: 'Before' });
  await provider.manage('/v1/mgmt/user/update/name', { loginId, displayName: 'After' });
  // It asks once the interval has passed.
  await expect
    .poll(async () => {
      await page.goto(`${apache.url}/secret/`);
      return (await variablesOn(page))['OIDC_CLAIM_name'];
    })
    .toBe('After');
  expect(apache.log()).not.toMatch(/refresh.*(fail|error)/i);
});

test('a logout at Apache ends the session here, too', async () => {
  const { page } = await signIn();
  await page.goto(`${apache.url}/secret/redirect?logout=${encodeURIComponent(`${apache.url}/`)}`);
  await page.waitForURL(`${apache.url}/`);
  await page.goto(`${apache.url}/secret/`);
  await asksToSignIn(page);
});

test('when an administrator ends the user’s sessions, Apache learns it and asks for a sign-in', async () => {
  const { page, loginId } = await signIn();
  await provider.manage('/v1/mgmt/user/logout', { loginId });
  await provider.latchkey.sendMessages();
  await page.goto(`${apache.url}/secret/`);
  await asksToSignIn(page);
});

test('a second Apache needs no second sign-in, and both learn of the end', async () => {
  const { page, loginId } = await signIn();
  const second = await startProtected('Second Apache');
  try {
    await provider.manage('/v1/mgmt/user/update/ssoapp/add', { loginId, ssoAppIds: [second.appId] });
    await page.goto(`${second.apache.url}/secret/`);
    expect((await variablesOn(page))['OIDC_CLAIM_email']).toBe(loginId);
    await provider.manage('/v1/mgmt/user/logout', { loginId });
    await provider.latchkey.sendMessages();
    for (const { url } of [apache, second.apache]) {
      await page.goto(`${url}/secret/`);
      await asksToSignIn(page);
    }
  } finally {
    await second.apache.stop();
  }
});

test('a user to whom the application was not granted stays here', async () => {
  const { page } = await signIn();
  await page.context().clearCookies();
  const stranger = await provider.makeUser();
  await page.goto(`${apache.url}/secret/`);
  await signInOn(page, stranger);
  await page.getByText('doesn’t have access to Apache').waitFor();
});
