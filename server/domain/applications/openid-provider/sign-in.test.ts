import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, discover, type Provider, prepare, startProvider } from '../../../../test/applications.ts';
import { password } from '../../../../test/hosted-pages.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

/** A user who has signed in to a new application. */
async function signedIn(settings: object = {}, parameters: Record<string, string> = {}) {
  const client = await provider.createClient(settings);
  const loginId = await provider.grantedUser(client.appId, { name: 'Ada Lovelace' });
  const browser = provider.browser();
  const { url, checks } = await prepare(client.config, parameters);
  const { location } = await provider.signInAt(browser, url, loginId);
  const tokens = await openid.authorizationCodeGrant(client.config, new URL(location), checks);
  return { ...client, loginId, browser, tokens, location, checks };
}

test('a user signs in to an application that knows only the issuer, its ID and its secret', async () => {
  const { tokens, config, loginId, clientId } = await signedIn();
  const claims = tokens.claims();
  expect(claims).toMatchObject({ aud: clientId, amr: ['pwd'] });
  const userInfo = await openid.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
  expect(userInfo).toMatchObject({
    sub: claims?.sub,
    name: 'Ada Lovelace',
    email: loginId,
    email_verified: true,
  });
});

test('an ID token says who the user is only if the application asks for it, or its settings want it', async () => {
  const plain = await signedIn();
  for (const claim of ['name', 'email']) expect(plain.tokens.claims()).not.toHaveProperty(claim);
  const asking = await signedIn({}, { claims: JSON.stringify({ id_token: { email: null } }) });
  expect(asking.tokens.claims()?.['email']).toBe(asking.loginId);
  expect(asking.tokens.claims()).not.toHaveProperty('name');
  const { tokens, loginId } = await signedIn({ userClaimsInIdToken: true });
  expect(tokens.claims()).toMatchObject({ name: 'Ada Lovelace', email: loginId });
  const single = await signedIn({ claims: ['name'] });
  expect(single.tokens.claims()?.['name']).toBe('Ada Lovelace');
  expect(single.tokens.claims()).not.toHaveProperty('email');
});

test('who is signed in opens a second application without a page, and a third not without signing in', async () => {
  const { browser, loginId } = await signedIn();
  const second = await provider.createClient();
  await provider.manage('/v1/mgmt/user/update/ssoapp/add', { loginId, ssoAppIds: [second.appId] });
  const { url, checks } = await prepare(second.config);
  const { location } = await browser.get(url.href.slice(provider.latchkey.baseUrl.length));
  const tokens = await openid.authorizationCodeGrant(second.config, new URL(location), checks);
  const { sub = '' } = tokens.claims() ?? {};
  expect((await openid.fetchUserInfo(second.config, tokens.access_token, sub)).email).toBe(loginId);

  const fresh = await prepare(second.config, { prompt: 'login' });
  const asked = await browser.get(fresh.url.href.slice(provider.latchkey.baseUrl.length));
  expect(asked.location).toContain('/login/');
  const again = await provider.signInAt(browser, fresh.url, loginId);
  await openid.authorizationCodeGrant(second.config, new URL(again.location), fresh.checks);
});

test('prompt=none is answered at once', async () => {
  const { browser, config, loginId } = await signedIn();
  const silent = async (more: Record<string, string> = {}, by = browser) => {
    const { url } = await prepare(config, { prompt: 'none', ...more });
    const { location } = await by.get(url.href.slice(provider.latchkey.baseUrl.length));
    expect(location.startsWith(callback)).toBe(true);
    return new URL(location).searchParams;
  };
  expect((await silent()).get('code')).toMatch(/^.{43}$/);
  expect((await silent({ max_age: '0' })).get('error')).toBe('login_required');
  expect((await silent({}, provider.browser())).get('error')).toBe('login_required');
  await provider.manage('/v1/mgmt/user/logout', { loginId });
  expect((await silent()).get('error')).toBe('login_required');
});

test('a user to whom the application was not granted reads that on our page, and the application gets nothing', async () => {
  const { config, appId } = await provider.createClient({}, 'Grafana');
  const loginId = await provider.makeUser();
  const { url } = await prepare(config);
  const browser = provider.browser();
  const refused = await provider.signInAt(browser, url, loginId);
  expect([refused.status, refused.location]).toEqual([403, '']);
  expect(refused.html).toContain(`Your account ${loginId} doesn’t have access to Grafana`);
  expect(refused.html).toContain('Use another account');

  // A tenant's applications are those of its members.
  await provider.manage('/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme', federatedAppIds: [appId] });
  await provider.manage('/v1/mgmt/user/update/tenant/add', { loginId, tenantId: 'acme' });
  const { location } = await browser.get(url.href.slice(provider.latchkey.baseUrl.length));
  expect(new URL(location).searchParams.get('code')).toMatch(/^.{43}$/);
});

test('the refusal of a request object is sent in the way that the object asks for', async () => {
  const { config } = await provider.createClient();
  const { url } = await prepare(config);
  const object = [{ alg: 'none' }, { response_mode: 'form_post' }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  url.searchParams.set('request', `${object.join('.')}.`);
  const page = await provider.browser().get(url.href.slice(provider.latchkey.baseUrl.length));
  expect([page.status, page.location]).toEqual([200, '']);
  expect(page.html).toContain('name="error" value="request_not_supported"');
});

describe('a code', () => {
  test('works once; when it comes again, the session of the first use ends', async () => {
    const { config, location, checks, tokens } = await signedIn();
    const again = openid.authorizationCodeGrant(config, new URL(location), checks);
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test.each([
    ['verifier', { code_verifier: 'x'.repeat(43) }],
    ['redirect URI', { redirect_uri: `${callback}/` }],
  ])('is refused with another %s, and then still works with its own', async (_, wrong) => {
    const client = await provider.createClient();
    const loginId = await provider.grantedUser(client.appId);
    const { url, checks } = await prepare(client.config);
    const { location } = await provider.signInAt(provider.browser(), url, loginId);
    const form = {
      grant_type: 'authorization_code',
      code: new URL(location).searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: checks.pkceCodeVerifier,
      client_id: client.clientId,
      client_secret: client.secret,
    };
    expect(await ask(client.appId, 'token', { ...form, ...wrong })).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    });
    expect(await ask(client.appId, 'token', form)).toMatchObject({ status: 200 });
  });

  test('of another client, or with a wrong secret, is refused', async () => {
    const client = await provider.createClient();
    const other = await provider.createClient();
    const loginId = await provider.grantedUser(client.appId);
    const { url, checks } = await prepare(client.config);
    const { location } = await provider.signInAt(provider.browser(), url, loginId);
    const form = {
      grant_type: 'authorization_code',
      redirect_uri: callback,
      code_verifier: checks.pkceCodeVerifier,
      code: new URL(location).searchParams.get('code') ?? '',
    };
    const stolen = { ...form, client_id: other.clientId, client_secret: other.secret };
    expect(await ask(other.appId, 'token', stolen)).toMatchObject({ status: 400, error: 'invalid_grant' });
    const guessed = { ...form, client_id: client.clientId, client_secret: 'wrong' };
    expect(await ask(client.appId, 'token', guessed)).toMatchObject({ status: 401, error: 'invalid_client' });
    expect(await ask(client.appId, 'token', { ...form, client_id: client.clientId })).toMatchObject({
      error: 'invalid_client',
    });
  });

  test.each([
    ['all sessions of the user are ended', '/v1/mgmt/user/logout', {}],
    ['the user is disabled', '/v1/mgmt/user/update/status', { status: 'disabled' }],
    ['the user is deleted', '/v1/mgmt/user/delete', {}],
  ])('is worthless after %s', async (_, path, more) => {
    const client = await provider.createClient();
    const loginId = await provider.grantedUser(client.appId);
    const { url, checks } = await prepare(client.config);
    const { location } = await provider.signInAt(provider.browser(), url, loginId);
    await provider.manage(path, { loginId, ...more });
    const grant = openid.authorizationCodeGrant(client.config, new URL(location), checks);
    await expect(grant).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

describe('the session of an application', () => {
  test('is refreshed with a new token each time; a used one ends it', async () => {
    const { config, tokens } = await signedIn();
    const second = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(second.claims()?.sub).toBe(tokens.claims()?.sub);
    provider.latchkey.advance(11_000);
    const third = await openid.refreshTokenGrant(config, second.refresh_token ?? '');
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(openid.refreshTokenGrant(config, third.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('opens nothing of the project’s own API', async () => {
    const { tokens } = await signedIn();
    const { latchkey } = provider;
    for (const token of [tokens.access_token, tokens.refresh_token, tokens.id_token]) {
      const bearer = `${latchkey.projectId}:${token}`;
      for (const [method, path] of [
        ['POST', '/v1/auth/validate'],
        ['POST', '/v1/auth/refresh'],
        ['GET', '/v1/auth/me'],
      ] as const) {
        expect(
          (await latchkey.request(method, path, { bearer, ...(method === 'POST' && { body: {} }) })).status,
          path,
        ).toBe(401);
      }
    }
  });

  test('is known as active until it is revoked, to its own client only', async () => {
    const { config, tokens } = await signedIn();
    const other = await provider.createClient();
    for (const token of [tokens.access_token, tokens.refresh_token ?? '']) {
      expect(await openid.tokenIntrospection(config, token)).toMatchObject({ active: true });
      expect(await openid.tokenIntrospection(other.config, token)).toEqual({ active: false });
    }
    await openid.tokenRevocation(other.config, tokens.refresh_token ?? '');
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true });
    await openid.tokenRevocation(config, tokens.refresh_token ?? '');
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false });
    const { status } = await userInfo(tokens.access_token);
    expect(status).toBe(401);
  });

  test('does not survive the application, even if another gets its ID', async () => {
    const { appId, tokens } = await signedIn();
    await provider.manage('/v1/mgmt/sso/idp/app/delete', { id: appId });
    expect((await userInfo(tokens.access_token)).status).toBe(401);
    const again = await provider.createClient({ id: appId });
    await expect(openid.refreshTokenGrant(again.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('ends with the sign-in of the browser, unless the user allowed it to go on', async () => {
    const online = await signedIn({}, { scope: 'openid' });
    const offline = await signedIn({}, { scope: 'openid offline_access' });
    expect(online.tokens.refresh_token).toBeUndefined();
    for (const { config, tokens, browser } of [online, offline]) {
      const url = openid.buildEndSessionUrl(config, {
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: callback,
        state: 'bye',
      });
      const { location } = await browser.get(url.href.slice(provider.latchkey.baseUrl.length));
      expect(location).toBe(`${callback}?state=bye`);
    }
    expect((await userInfo(online.tokens.access_token)).status).toBe(401);
    expect((await userInfo(offline.tokens.access_token)).status).toBe(200);
  });
});

test('a logout without an ID token asks the user first', async () => {
  const { browser, clientId } = await signedIn();
  const path = `/oauth2/v1/logout?client_id=${clientId}`;
  const asked = await browser.get(path);
  expect([asked.status, asked.html]).toEqual([200, expect.stringContaining('Sign out of')]);
  const form = { client_id: clientId, confirmed: 'yes' };
  const forged = await browser.post('/oauth2/v1/logout', form, { 'sec-fetch-site': 'cross-site' });
  expect(forged.html).toContain('Sign out of');
  const done = await browser.post('/oauth2/v1/logout', form);
  expect(done.html).toContain('You are signed out');
});

test('an application of the project’s own gets its session and refresh JWTs', async () => {
  const { latchkey } = provider;
  const config = await discover(latchkey, latchkey.projectId, latchkey.projectId);
  const redirect = { redirect_uri: 'https://app.example.com/callback' };
  const { url, checks } = await prepare(config, { ...redirect, scope: 'openid email' });
  const loginId = await provider.makeUser();
  const { location } = await provider.signInAt(provider.browser(), url, loginId);
  const tokens = await openid.authorizationCodeGrant(config, new URL(location), checks);
  const bearer = `${latchkey.projectId}:${tokens.refresh_token}`;
  expect((await latchkey.request('GET', '/v1/auth/me', { bearer })).body).toMatchObject({ email: loginId });
  const { sdk } = latchkey;
  expect(await sdk().validateSession(tokens.access_token)).toMatchObject({ token: { drn: 'DS' } });
  const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect((await openid.fetchUserInfo(config, next.access_token, tokens.claims()?.sub ?? '')).email).toBe(
    loginId,
  );
});

describe('a request that must not lead to the application is answered on our page', () => {
  test.each([
    ['an unknown client', (id: string) => ({ client_id: `${id}x` }), 'can’t find the application'],
    ['an unregistered address', () => ({ redirect_uri: 'https://evil.example/' }), 'isn’t registered'],
    ['a longer address', () => ({ redirect_uri: `${callback}/x` }), 'isn’t registered'],
    ['no address', () => ({ redirect_uri: '' }), 'without a return address'],
  ])('%s', async (_, change, text) => {
    const { config, clientId } = await provider.createClient();
    const { url } = await prepare(config);
    for (const [name, value] of Object.entries(change(clientId))) url.searchParams.set(name, value);
    const { status, location, html } = await provider
      .browser()
      .get(url.href.slice(provider.latchkey.baseUrl.length));
    expect([status, location, html]).toEqual([400, '', expect.stringContaining(text)]);
  });

  test('and so is one of an application that is switched off', async () => {
    const { config, appId } = await provider.createClient();
    await provider.manage('/v1/mgmt/sso/idp/app/oidc/update', {
      id: appId,
      name: `off ${appId}`,
      loginPageUrl: 'https://x.example/',
      enabled: false,
      approvedRedirectUrls: [callback],
    });
    const { url } = await prepare(config);
    const { status, location } = await provider
      .browser()
      .get(url.href.slice(provider.latchkey.baseUrl.length));
    expect([status, location]).toEqual([400, '']);
  });
});

describe('a wrong request is reported to the application with `state` and `iss`', () => {
  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: '' }, 'invalid_request'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ prompt: 'none login' }, 'invalid_request'],
    [{ prompt: 'often' }, 'invalid_request'],
    [{ max_age: '-1' }, 'invalid_request'],
    [{ claims: '{' }, 'invalid_request'],
    [{ request: 'x.y.z' }, 'request_not_supported'],
    [{ request_uri: 'urn:x' }, 'request_uri_not_supported'],
    [{ id_token_hint: 'x.y.z' }, 'invalid_request'],
  ])('%o', async (wrong, error) => {
    const { config, appId } = await provider.createClient();
    const { url, checks } = await prepare(config);
    for (const [name, value] of Object.entries(wrong)) url.searchParams.set(name, value);
    const browser = provider.browser();
    let { location } = await browser.get(url.href.slice(provider.latchkey.baseUrl.length));
    if (location.includes('/login/')) {
      ({ location } = await provider.signInAt(browser, url, await provider.grantedUser(appId)));
    }
    expect(location.startsWith(callback), location).toBe(true);
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      error,
      state: checks.expectedState,
      iss: `${provider.latchkey.baseUrl}/${provider.latchkey.projectId}/${appId}`,
    });
  });

  test('and a client without a secret must use PKCE', async () => {
    const { config } = await provider.createClient({ clientType: 'public' });
    const { url } = await prepare(config);
    url.searchParams.delete('code_challenge');
    const { location } = await provider.browser().get(url.href.slice(provider.latchkey.baseUrl.length));
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
  });
});

test('the code can come in a form, and the request too', async () => {
  const { config, browser } = await signedIn();
  const { url } = await prepare(config, { response_mode: 'form_post', state: 'a"b<c' });
  const asked = await browser.post(url.pathname, Object.fromEntries(url.searchParams), {});
  const { html, headers } = await browser.get(asked.location);
  expect(html).toContain(`action="${callback}"`);
  expect(html).toContain('value="a&quot;b&lt;c"');
  expect(html).toMatch(/name="code" value="[\w-]{43}"/);
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
});

test('an application gets a token for itself with its secret, if it has one', async () => {
  const { config, clientId } = await provider.createClient();
  const { access_token } = await openid.clientCredentialsGrant(config);
  expect(await openid.tokenIntrospection(config, access_token)).toMatchObject({
    active: true,
    sub: clientId,
  });
  expect((await userInfo(access_token)).status).toBe(401);
  const barred = await provider.createClient({ clientCredentialsDisabled: true });
  await expect(openid.clientCredentialsGrant(barred.config)).rejects.toMatchObject({
    error: 'unauthorized_client',
  });
  const open = await provider.createClient({ clientType: 'public' });
  await expect(openid.clientCredentialsGrant(open.config)).rejects.toMatchObject({
    error: 'unauthorized_client',
  });
});

test('a sign-in is finished only in the browser in which it was begun', async () => {
  const { config, appId } = await provider.createClient();
  const { url } = await prepare(config);
  const attacker = provider.browser();
  const loginId = await provider.grantedUser(appId);
  const { location } = await attacker.get(url.href.slice(provider.latchkey.baseUrl.length));
  const login = location.slice(provider.latchkey.baseUrl.length);
  await attacker.get(login);
  const asked = await attacker.submit(login, { loginId });
  const { location: landing } = await attacker.post(asked.path, { password });
  const victim = provider.browser();
  const forced = await victim.get(landing.slice(provider.latchkey.baseUrl.length));
  expect([forced.status, forced.location]).toEqual([400, '']);
  expect([...victim.cookies.keys()].filter((name) => name.includes('session'))).toEqual([]);
});

/** Sends a form to the endpoint of the application. */
async function ask(appId: string, path: string, form: Record<string, string>) {
  const response = await fetch(`${provider.latchkey.baseUrl}/${appId}/oauth2/v1/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, ...body };
}

async function userInfo(token: string) {
  return fetch(`${provider.latchkey.baseUrl}/oauth2/v1/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
}
