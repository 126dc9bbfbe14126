import * as openid from 'openid-client';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Provider, prepare, startProvider } from '../applications.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { type HttpReceiver, startReceiver } from '../counterparts/http-receiver.ts';
import { type Keycloak, startKeycloak } from './keycloak.ts';
import { asksToSignIn, signInOn } from './pages.ts';

// A realm of Keycloak has us as its identity provider. Users of an application of that realm sign in here.

const home = process.env['KEYCLOAK_HOME'] ?? '';

describe.skipIf(!home)('Keycloak', () => {
  let provider: Provider;
  let keycloak: Keycloak;
  let appId: string;
  let app: HttpReceiver;
  let callback: string;
  /** The application, as a client of Keycloak. */
  let config: openid.Configuration;
  let browser: OpenPage;

  beforeAll(async () => {
    [provider, keycloak] = await Promise.all([startProvider(), startKeycloak(home)]);
    app = await startReceiver(() => ({ status: 200, body: 'arrived' }));
    callback = `${app.url}/oauth`;
    const client = await provider.createClient();
    ({ appId } = client);
    const realm = `${keycloak.url}/realms/notes`;
    const endpoint = `${realm}/broker/latchkey/endpoint`;
    await provider.manage('/v1/mgmt/sso/idp/app/oidc/update', {
      id: appId,
      name: 'Keycloak',
      loginPageUrl: realm,
      approvedRedirectUrls: [endpoint, `${endpoint}/logout_response`],
      backChannelLogoutUrl: `${realm}/protocol/openid-connect/logout/backchannel-logout`,
    });

    await keycloak.manage('/realms', { realm: 'notes', enabled: true });
    const { baseUrl, projectId } = provider.latchkey;
    const discovered = await keycloak.manage('/realms/notes/identity-provider/import-config', {
      providerId: 'oidc',
      fromUrl: `${baseUrl}/${projectId}/${appId}/.well-known/openid-configuration`,
    });
    await keycloak.manage('/realms/notes/identity-provider/instances', {
      alias: 'latchkey',
      providerId: 'oidc',
      enabled: true,
      trustEmail: true,
      config: {
        ...discovered,
        clientId: client.clientId,
        clientSecret: client.secret,
        clientAuthMethod: 'client_secret_basic',
        pkceEnabled: 'true',
        pkceMethod: 'S256',
        defaultScope: 'openid profile email',
      },
    });
    await keycloak.manage('/realms/notes/clients', {
      clientId: 'app',
      publicClient: true,
      redirectUris: [callback],
      attributes: { 'post.logout.redirect.uris': callback },
    });
    config = await openid.discovery(new URL(realm), 'app', undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
    });
  });
  afterEach(() => browser?.close());
  afterAll(async () => {
    await keycloak?.stop();
    await app?.close();
    await provider?.latchkey.close();
  });

  /** Visits an address that ends at the application, and returns where the browser arrives. */
  async function arrive(page: Page, url: URL): Promise<URL> {
    await page.goto(url.href);
    await page.waitForURL(`${callback}*`);
    return new URL(page.url());
  }

  /** Opens the application's sign-in with us as the chosen provider. */
  const begin = (more: Record<string, string> = {}) =>
    prepare(config, {
      redirect_uri: callback,
      scope: 'openid profile email',
      kc_idp_hint: 'latchkey',
      ...more,
    });

  async function signIn() {
    const loginId = await provider.grantedUser(appId, { givenName: 'Ada', familyName: 'Lovelace' });
    browser = await openPage();
    const { page } = browser;
    const { url, checks } = await begin();
    await page.goto(url.href);
    await signInOn(page, loginId);
    await page.waitForURL(`${callback}*`);
    const tokens = await openid.authorizationCodeGrant(config, new URL(page.url()), checks);
    return { page, loginId, tokens };
  }

  test('signs a user in through us, and passes our claims on', async () => {
    const { page, loginId, tokens } = await signIn();
    expect(tokens.claims()).toMatchObject({
      email: loginId,
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Lovelace',
    });
    const { url } = await begin({ prompt: 'none' });
    expect((await arrive(page, url)).searchParams.get('code')).toBeTruthy();
  });

  test('ends its session when an administrator ends the user’s sessions here', async () => {
    const { page, loginId, tokens } = await signIn();
    await provider.manage('/v1/mgmt/user/logout', { loginId });
    await provider.latchkey.sendMessages();
    const { url } = await begin({ prompt: 'none' });
    expect((await arrive(page, url)).searchParams.get('error')).toBe('login_required');
    const refreshed = openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await expect(refreshed).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('passes a logout on to us, and we send the user back', async () => {
    const { page, tokens } = await signIn();
    const parameters = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: callback };
    await arrive(page, openid.buildEndSessionUrl(config, parameters));
    await page.goto((await begin()).url.href);
    await asksToSignIn(page);
  });
});
