import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  everyToken,
  type Kind,
  otherKinds,
  refreshKinds,
  sessionKinds,
} from '../../../../test/all-tokens.ts';
import { callback, discover, type Provider, prepare, startProvider } from '../../../../test/applications.ts';
import { demandOf, setPolicy } from '../../../../test/sign-in-policy.ts';
import { createPasswordUser } from '../../../../test/signed-in.ts';

// What each kind of token opens, here and at the SDKs.

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

async function keySet(path: string): Promise<string[]> {
  const { body } = await provider.latchkey.request('GET', path, { bearer: null });
  return body.keys.map(({ kid }: { kid: string }) => kid);
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? '';
const sessionKeys = () => keySet(`/v2/keys/${provider.latchkey.projectId}`);

describe('a project with keys for its applications', () => {
  let tokens: Record<Kind, string>;
  beforeAll(async () => {
    tokens = await everyToken(provider);
  });

  test('signs sessions, and nothing else, with the keys that the SDKs read', async () => {
    const { projectId } = provider.latchkey;
    const published = await sessionKeys();
    expect(await keySet(`/${projectId}/.well-known/jwks.json`)).toEqual(published);
    const { body } = await provider.latchkey.request('GET', `/v1/keys/${projectId}`, { bearer: null });
    expect(body.map(({ kid }: { kid: string }) => kid)).toEqual(published);
    const signedAsSession = Object.entries(tokens).filter(([, token]) => published.includes(kidOf(token)));
    expect(signedAsSession.map(([kind]) => kind)).toEqual([...sessionKinds, ...refreshKinds]);
    const { sdk } = provider.latchkey;
    for (const kind of otherKinds) await expect(sdk().validateSession(tokens[kind]), kind).rejects.toThrow();
    for (const kind of sessionKinds) await sdk().validateSession(tokens[kind]);
  });

  test('publishes the others where its discovery documents say', async () => {
    const { baseUrl, projectId } = provider.latchkey;
    const at = async (issuer: string) =>
      (await provider.latchkey.request('GET', `${issuer}/.well-known/openid-configuration`, { bearer: null }))
        .body.jwks_uri as string;
    const url = await at(`/${projectId}`);
    expect(await at(`/v1/apps/${projectId}`)).toBe(url);
    const published = await keySet(url.slice(baseUrl.length));
    expect(published).toEqual(expect.arrayContaining(await sessionKeys()));
    for (const kind of otherKinds) {
      if (kind === 'client assertion') continue;
      expect(published, kind).toContain(kidOf(tokens[kind]));
      await jwtVerify(tokens[kind], createRemoteJWKSet(new URL(url)), {
        currentDate: new Date(provider.latchkey.context.now()),
      });
    }
  });

  const key = 'session JWT of an access key';
  const own = 'access token of the project’s own client';
  const doors: [string, string, string, readonly Kind[]][] = [
    ['a session', 'POST', '/v1/auth/validate', sessionKinds],
    ['a refresh', 'POST', '/v1/auth/refresh', refreshKinds],
    ['the user', 'GET', '/v1/auth/me', refreshKinds],
    ['the tenants', 'POST', '/v1/auth/me/tenants', refreshKinds],
    ['a tenant', 'POST', '/v1/auth/tenant/select', refreshKinds],
    ['management', 'POST', '/v2/mgmt/user/search', []],
    ['an access key', 'POST', '/v1/auth/accesskey/exchange', []],
  ];
  test.each(doors)('opens %s (%s %s) with the right kind only', async (_, method, path, accepted) => {
    const { latchkey } = provider;
    const open: string[] = [];
    for (const [kind, token] of Object.entries(tokens)) {
      const bearer = `${latchkey.projectId}:${token}`;
      const body = path.endsWith('select') ? { tenant: 'none' } : {};
      const { status } = await latchkey.request(method, path, { bearer, ...(method === 'POST' && { body }) });
      if (status !== 401) open.push(kind);
    }
    expect(open.toSorted()).toEqual([...accepted].toSorted());
  });

  test('lets session and refresh JWTs be changed, and no other kind', async () => {
    const changed: string[] = [];
    for (const [kind, jwt] of Object.entries(tokens)) {
      const { status } = await provider.latchkey.manage('POST', '/v1/mgmt/jwt/update', {
        jwt,
        customClaims: {},
      });
      if (status === 200) changed.push(kind);
    }
    expect(changed.toSorted()).toEqual(
      [...sessionKinds.filter((kind) => kind !== key), ...refreshKinds].toSorted(),
    );
  });

  test('answers `userinfo` to access tokens of applications only', async () => {
    const open: string[] = [];
    for (const [kind, token] of Object.entries(tokens))
      if ((await userInfo(token)).status === 200) open.push(kind);
    expect(open.toSorted()).toEqual(
      [
        own,
        'access token of an SSO application',
        'access token of a third-party application',
        'access token for an MCP server',
      ].toSorted(),
    );
  });

  test('names the project in the tokens of none of its third-party applications', () => {
    const { projectId } = provider.latchkey;
    const named = Object.entries(tokens).filter(([, token]) =>
      [decodeJwt(token).aud].flat().includes(projectId),
    );
    expect(named.map(([kind]) => kind)).toEqual([
      ...sessionKinds.filter((kind) => kind !== 'session JWT without `aud`'),
      'refresh JWT',
      'ID token of the project’s own client',
      'access token of an SSO application',
      'token of an SSO application for itself',
      'client assertion',
    ]);
  });
});

describe('a project of an earlier version', () => {
  let former: Provider;
  beforeAll(async () => {
    former = await startProvider();
    await former.manage('/v1/mgmt/project/settings', { separateApplicationTokens: false });
  });
  afterAll(() => former.latchkey.close());

  const signIn = async (client: Awaited<ReturnType<Provider['createClient']>>) => {
    const { url, checks } = await prepare(client.config);
    const { location } = await former.signInAt(former.browser(), url, await former.grantedUser(client.appId));
    return openid.authorizationCodeGrant(client.config, new URL(location), checks);
  };
  const list = async () =>
    (await former.latchkey.manage('GET', '/v1/mgmt/project/signingkey/all')).body.keys as {
      id: string;
      signs: string;
      status: string;
      algorithm: string;
    }[];

  test('goes on as before, and uses keys for its applications ten minutes after it turns them on', async () => {
    const client = await former.createClient();
    const before = await signIn(client);
    const [sessionKey, ...none] = await list();
    expect(none).toEqual([]);
    expect([kidOf(before.access_token), kidOf(before.id_token ?? '')]).toEqual([
      sessionKey!.id,
      sessionKey!.id,
    ]);

    await former.manage('/v1/mgmt/project/settings', { separateApplicationTokens: true });
    const [, key] = await list();
    expect(key).toMatchObject({ signs: 'applications', status: 'waiting' });
    const waiting = await signIn(client);
    expect(kidOf(waiting.access_token)).toBe(sessionKey!.id);
    former.latchkey.advance(601_000);
    const after = await signIn(client);
    expect([kidOf(after.access_token), kidOf(after.id_token ?? '')]).toEqual([key!.id, key!.id]);
    // What was signed before goes on: the refresh token, and the ID token at a logout.
    const next = await openid.refreshTokenGrant(client.config, before.refresh_token ?? '');
    expect(kidOf(next.access_token)).toBe(key!.id);
    const silent = await prepare(client.config, { prompt: 'none', id_token_hint: before.id_token ?? '' });
    const { location } = await former.browser().get(silent.url.href.slice(former.latchkey.baseUrl.length));
    expect(new URL(location).searchParams.get('error')).toBe('login_required');
  });

  test('rotates the keys of its applications, and follows a change of the algorithm', async () => {
    const rotated = await former.latchkey.manage('POST', '/v1/mgmt/project/signingkey/rotate', {});
    expect(rotated.body.key.signs).toBe('sessions');
    const states = async () =>
      (await list()).filter(({ signs }) => signs === 'applications').map(({ status }) => status);
    expect(await states()).toEqual(['waiting', 'signing']);
    former.latchkey.advance(601_000);
    expect(await states()).toEqual(['signing', 'verifying']);
    await former.manage('/v1/mgmt/project/settings', { signingAlgorithm: 'ES256' });
    former.latchkey.advance(601_000);
    const { id_token: idToken = '' } = await signIn(await former.createClient());
    expect(decodeProtectedHeader(idToken).alg).toBe('ES256');
    // The settings can go back, and the keys are there for the next time.
    await former.manage('/v1/mgmt/project/settings', { separateApplicationTokens: false });
    const count = (await list()).length;
    await former.manage('/v1/mgmt/project/settings', { separateApplicationTokens: true });
    expect(await list()).toHaveLength(count);
  });

  test('signs a sign-in that awaits its second factor with another key than its sessions', async () => {
    const { baseUrl, projectId } = former.latchkey;
    await former.manage('/v1/mgmt/project/settings', { separateApplicationTokens: false });
    await setPolicy(former.latchkey, { when: 'always', methods: ['totp'], graceDays: 0 });
    const { refreshJwt } = await demandOf(former.latchkey, await createPasswordUser(former.latchkey));
    const { keys } = (await (await fetch(`${baseUrl}/v2/keys/${projectId}`)).json()) as {
      keys: { kid: string }[];
    };
    expect(keys.map(({ kid }) => kid)).not.toContain(kidOf(refreshJwt));
  });
});

async function userInfo(token: string) {
  const response = await fetch(`${provider.latchkey.baseUrl}/oauth2/v1/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: (await response.text()) as string };
}

describe('an access token', () => {
  const scopes = [{ name: 'notes:read', description: 'Read your notes', values: ['Reader'] }];
  let client: Awaited<ReturnType<typeof createApp>>;
  beforeAll(async () => {
    await provider.manage('/v1/mgmt/role/create', { name: 'Reader', permissionNames: [] });
    for (const id of ['acme', 'globex']) await provider.manage('/v1/mgmt/tenant/create', { id, name: id });
    client = await createApp();
  });

  async function createApp(settings: object = {}) {
    const {
      id = '',
      clientId = '',
      cleartext = '',
    } = await provider.manage('/v1/mgmt/thirdparty/app/create', {
      name: `Notes ${Math.random()}`,
      approvedCallbackUrls: [callback],
      permissionsScopes: scopes,
      ...settings,
    });
    const { projectId } = provider.latchkey;
    return {
      id,
      config: await discover(provider.latchkey, `v1/apps/${projectId}`, clientId, cleartext),
    };
  }

  async function signIn({ config }: { config: openid.Configuration }, user: object, more: object = {}) {
    const loginId = await provider.makeUser(user);
    const { url, checks } = await prepare(config, {
      scope: 'openid profile email offline_access notes:read',
      ...more,
    });
    const browser = provider.browser();
    const page = await provider.signInAt(browser, url, loginId);
    const hidden = [...page.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
    const { location } = await browser.post('/oauth2/v1/apps/finish-authorize', {
      ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
      answer: 'allow',
    });
    return { loginId, tokens: await openid.authorizationCodeGrant(config, new URL(location), checks) };
  }

  const informed = async (token: string) => JSON.parse((await userInfo(token)).body);

  test('of fewer scopes says less at `userinfo`, and its refresh token keeps all of them', async () => {
    const { tokens, loginId } = await signIn(client, { roleNames: ['Reader'], name: 'Ada' });
    expect(await informed(tokens.access_token)).toMatchObject({
      email: loginId,
      name: 'Ada',
      roles: ['Reader'],
    });
    const less = await openid.refreshTokenGrant(client.config, tokens.refresh_token ?? '', {
      scope: 'openid',
    });
    expect(less.scope).toBe('openid');
    expect(Object.keys(await informed(less.access_token))).toEqual(['sub']);
    provider.latchkey.advance(11_000);
    const more = await openid.refreshTokenGrant(client.config, less.refresh_token ?? '');
    expect(await informed(more.access_token)).toMatchObject({
      email: loginId,
      name: 'Ada',
      roles: ['Reader'],
    });
    const without = await openid.refreshTokenGrant(client.config, more.refresh_token ?? '', {
      scope: 'profile',
    });
    expect((await userInfo(without.access_token)).status).toBe(403);
  });

  test('of fewer scopes says of the claims that were asked for by name only those that no scope gave', async () => {
    const app = await provider.createClient();
    const claims = JSON.stringify({
      userinfo: { email: null, name: null },
      id_token: { email: null, name: null },
    });
    const { url, checks } = await prepare(app.config, { scope: 'openid email offline_access', claims });
    const loginId = await provider.grantedUser(app.appId, { name: 'Ada' });
    const { location } = await provider.signInAt(provider.browser(), url, loginId);
    const tokens = await openid.authorizationCodeGrant(app.config, new URL(location), checks);
    const refresh = { scope: 'openid' };
    const less = await openid.refreshTokenGrant(app.config, tokens.refresh_token ?? '', refresh);
    for (const said of [await informed(less.access_token), less.claims()]) {
      expect(said).toMatchObject({ name: 'Ada' });
      expect(said).not.toHaveProperty('email');
    }
  });

  test('for another resource opens `userinfo` only with the scope `openid`', async () => {
    const api = 'https://notes.example.com/';
    const app = await createApp({ audienceWhitelist: [api] });
    const { tokens } = await signIn(app, { roleNames: ['Reader'] }, { resource: api });
    expect(decodeJwt(tokens.access_token).aud).toEqual([api, app.config.serverMetadata().issuer]);
    expect((await userInfo(tokens.access_token)).status).toBe(200);
    const bare = await openid.refreshTokenGrant(app.config, tokens.refresh_token ?? '', {
      scope: 'notes:read',
    });
    expect(decodeJwt(bare.access_token).aud).toBe(api);
    expect((await userInfo(bare.access_token)).status).toBe(401);
  });

  const losses: [string, (at: { loginId: string; appId: string }) => Promise<unknown>][] = [
    [
      'the user has left the tenant',
      ({ loginId }) => provider.manage('/v1/mgmt/user/update/tenant/remove', { loginId, tenantId: 'acme' }),
    ],
    [
      'the application was deleted',
      ({ appId }) => provider.manage('/v1/mgmt/thirdparty/app/delete', { id: appId }),
    ],
  ];
  test.each(losses)('of a third-party application is worthless once %s', async (_, lose) => {
    const app = await createApp();
    const user = {
      roleNames: ['Reader'],
      userTenants: [{ tenantId: 'acme', roleNames: ['Reader'] }, { tenantId: 'globex' }],
    };
    const { tokens, loginId } = await signIn(app, user, { tenant: 'acme' });
    expect(await informed(tokens.access_token)).toMatchObject({ dct: 'acme' });
    await lose({ loginId, appId: app.id });
    expect((await userInfo(tokens.access_token)).status).toBe(401);
  });

  const removals: [string, (at: { loginId: string; appId: string }) => Promise<unknown>][] = [
    [
      'the application was taken from the user',
      ({ loginId, appId }) =>
        provider.manage('/v1/mgmt/user/update/ssoapp/remove', { loginId, ssoAppIds: [appId] }),
    ],
    [
      'the application was turned off',
      ({ appId }) =>
        provider.manage('/v1/mgmt/sso/idp/app/oidc/update', {
          id: appId,
          name: `off ${appId}`,
          loginPageUrl: 'https://x.example/',
          enabled: false,
          approvedRedirectUrls: [callback],
        }),
    ],
  ];
  test.each(removals)('of an SSO application is worthless once %s', async (_, remove) => {
    const app = await provider.createClient();
    const loginId = await provider.grantedUser(app.appId);
    const { url, checks } = await prepare(app.config);
    const { location } = await provider.signInAt(provider.browser(), url, loginId);
    const tokens = await openid.authorizationCodeGrant(app.config, new URL(location), checks);
    const both = [tokens.access_token, tokens.refresh_token ?? ''];
    const introspected = async () =>
      Promise.all(both.map((token) => openid.tokenIntrospection(app.config, token).catch(() => undefined)));
    expect((await userInfo(tokens.access_token)).status).toBe(200);
    expect((await introspected()).map((answer) => answer?.active)).toEqual([true, true]);
    await remove({ loginId, appId: app.appId });
    expect((await userInfo(tokens.access_token)).status).toBe(401);
    expect((await introspected()).map((answer) => answer?.active ?? false)).toEqual([false, false]);
  });
});
