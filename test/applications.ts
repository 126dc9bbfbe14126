import * as openid from 'openid-client';
import { expect } from 'vitest';
import { FormBrowser, type Visited } from './browser.ts';
import type { Latchkey } from './harness.ts';
import { type HostedPages, password, startHostedPages } from './hosted-pages.ts';

/** The address of an application, to which browsers return. Nothing answers there. */
export const callback = 'https://grafana.example.com/oauth';

export type Provider = Awaited<ReturnType<typeof startProvider>>;

/** Starts a Latchkey as an OpenID provider, and the steps that tests of applications share. */
export async function startProvider() {
  const hosted = await startHostedPages();
  return { ...hosted, ...providerOn(hosted) };
}

/** The steps of a sign-in to an application. */
export function providerOn({ latchkey, makeUser }: Pick<HostedPages, 'latchkey' | 'makeUser'>) {
  async function manage(path: string, body: object): Promise<Record<string, string>> {
    const answer = await latchkey.manage('POST', path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  }

  /** Creates an application, and an openid-client that has discovered it. */
  async function createClient(
    settings: object = {},
    name = `App ${Math.random()}`,
    authentication?: openid.ClientAuth,
  ) {
    const { id: appId = '' } = await manage('/v1/mgmt/sso/idp/app/oidc/create', {
      name,
      loginPageUrl: 'https://grafana.example.com/',
      approvedRedirectUrls: [callback],
      ...settings,
    });
    const loaded = (await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/load?id=${appId}`)).body;
    const clientId: string = loaded.oidcSettings.clientId;
    const hasSecret = !authentication && loaded.oidcSettings.clientType !== 'public';
    const secret = !hasSecret
      ? ''
      : (await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/secret?id=${appId}`)).body.cleartext;
    const config = await discover(
      latchkey,
      `${latchkey.projectId}/${appId}`,
      clientId,
      authentication ?? secret,
    );
    return { appId, clientId, secret, config };
  }

  /** Creates a user who may use the application. */
  async function grantedUser(appId: string, more: object = {}): Promise<string> {
    const loginId = await makeUser(more);
    await manage('/v1/mgmt/user/update/ssoapp/add', { loginId, ssoAppIds: [appId] });
    return loginId;
  }

  /** Opens an address and, if a page asks for it, signs in. Returns the last response. */
  async function signInAt(
    browser: FormBrowser,
    url: URL,
    loginId: string,
    typed = password,
  ): Promise<Visited & { path: string }> {
    let { location } = await browser.get(url.href.slice(latchkey.baseUrl.length));
    const login = pathOf(latchkey, location);
    const first = await browser.get(login);
    expect(first.status).toBe(200);
    const asked = await browser.submit(login, { loginId });
    ({ location } = await browser.post(asked.path, { password: typed }));
    return follow(browser, location);
  }

  /** Follows redirects on our own pages. Returns the last response, with the path of its page. */
  async function follow(browser: FormBrowser, location: string): Promise<Visited & { path: string }> {
    let path = pathOf(latchkey, location);
    let visited = await browser.get(path);
    while (visited.location.startsWith('/') || visited.location.startsWith(latchkey.baseUrl)) {
      path = pathOf(latchkey, visited.location);
      visited = await browser.get(path);
    }
    return { ...visited, path };
  }

  return {
    manage,
    createClient,
    grantedUser,
    signInAt,
    follow,
    browser: () => new FormBrowser(latchkey),
  };
}

function pathOf({ baseUrl }: Latchkey, location: string): string {
  return location.startsWith(baseUrl) ? location.slice(baseUrl.length) : location;
}

export function discover(
  { baseUrl }: Latchkey,
  issuer: string,
  clientId: string,
  authentication: string | openid.ClientAuth = '',
): Promise<openid.Configuration> {
  return openid.discovery(
    new URL(`${baseUrl}/${issuer}`),
    clientId,
    undefined,
    typeof authentication !== 'string'
      ? authentication
      : authentication
        ? openid.ClientSecretBasic(authentication)
        : openid.None(),
    { execute: [openid.allowInsecureRequests] },
  );
}

/** Prepares a request with PKCE, state and nonce, as a careful client does. */
export async function prepare(config: openid.Configuration, parameters: Record<string, string> = {}) {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const expectedNonce = openid.randomNonce();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid profile email offline_access',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...parameters,
  });
  return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce } };
}
