import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, type Provider, prepare, startProvider } from '../../../../test/applications.ts';
import { sweep } from '../../../groups.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

type Client = Awaited<ReturnType<Provider['createClient']>>;

/** Pushes a careful client's request, and returns the address for the browser with what the client checks afterwards. */
async function push({ config }: Client, parameters: Record<string, string> = {}) {
  const { url: plain, checks } = await prepare(config, parameters);
  plain.searchParams.delete('client_id');
  return { url: await openid.buildAuthorizationUrlWithPAR(config, plain.searchParams), checks };
}

const pathOf = (url: URL) => url.href.slice(provider.latchkey.baseUrl.length);

/** Signs a user in to an application. */
async function signIn(client: Client, parameters: Record<string, string> = {}, loginId?: string) {
  const name = loginId ?? (await provider.grantedUser(client.appId));
  if (loginId)
    await provider.manage('/v1/mgmt/user/update/ssoapp/add', { loginId, ssoAppIds: [client.appId] });
  const { url, checks } = await prepare(client.config, parameters);
  const browser = provider.browser();
  const { location } = await provider.signInAt(browser, url, name);
  const tokens = await openid.authorizationCodeGrant(client.config, new URL(location), checks);
  return { browser, loginId: name, tokens };
}

describe('a pushed request', () => {
  test('signs a user in who takes longer than a minute, and works once', async () => {
    const client = await provider.createClient({ requirePushedAuthorizationRequests: true });
    expect(client.config.serverMetadata().require_pushed_authorization_requests).toBe(true);
    const loginId = await provider.grantedUser(client.appId);
    const { url, checks } = await push(client);
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    const browser = provider.browser();
    // The user reloads, goes back, and reads mails.
    expect((await browser.get(pathOf(url))).location).toContain('/login/');
    provider.latchkey.advance(120_000);
    const { location } = await provider.signInAt(browser, url, loginId);
    const tokens = await openid.authorizationCodeGrant(client.config, new URL(location), checks);
    const { sub = '' } = tokens.claims() ?? {};
    expect((await openid.fetchUserInfo(client.config, tokens.access_token, sub)).email).toBe(loginId);
    const again = await browser.get(pathOf(url));
    expect([again.status, again.location]).toEqual([400, '']);
    expect(again.html).toContain('has expired or was already completed');
  });

  test('gets one code, whatever comes at once', { tags: 'race' }, async () => {
    const client = await provider.createClient();
    const { browser } = await signIn(client);
    const { url } = await push(client);
    const visits = await Promise.all(Array.from({ length: 5 }, () => browser.get(pathOf(url))));
    const codes = visits.filter(({ location }) => location.includes('code='));
    expect(codes).toHaveLength(1);
  });

  test('counts alone: what the browser adds changes nothing', async () => {
    const client = await provider.createClient();
    const { browser } = await signIn(client);
    const { url, checks } = await push(client);
    url.searchParams.set('redirect_uri', 'https://evil.example/');
    url.searchParams.set('state', 'changed');
    const { location } = await browser.get(pathOf(url));
    expect(location.startsWith(callback)).toBe(true);
    expect(new URL(location).searchParams.get('state')).toBe(checks.expectedState);
  });

  test.each<[string, (client: Client, url: URL) => unknown]>([
    [
      'of another client',
      async (_, url) => {
        url.searchParams.set('client_id', (await provider.createClient()).clientId);
      },
    ],
    [
      'that nobody pushed',
      (_, url) => {
        url.searchParams.set('request_uri', `urn:ietf:params:oauth:request_uri:${'x'.repeat(43)}`);
      },
    ],
    ['that is older than a minute', () => provider.latchkey.advance(61_000)],
    [
      'whose redirect URL was removed',
      ({ appId }) => update(appId, { approvedRedirectUrls: [`${callback}/2`] }),
    ],
    ['of an application that was switched off', ({ appId }) => update(appId, { enabled: false })],
    [
      'of an application that was deleted',
      ({ appId }) => provider.manage('/v1/mgmt/sso/idp/app/delete', { id: appId }),
    ],
  ])('%s leads to no sign-in', async (_, change) => {
    const client = await provider.createClient();
    const { url } = await push(client);
    await change(client, url);
    const { status, location } = await provider.browser().get(pathOf(url));
    expect([status, location]).toEqual([400, '']);
  });

  test('ends with the hour in which the user must sign in', async () => {
    const client = await provider.createClient();
    const { url } = await push(client);
    const browser = provider.browser();
    await browser.get(pathOf(url));
    provider.latchkey.advance(3_600_000 + 61_000);
    expect((await browser.get(pathOf(url))).status).toBe(400);
  });

  test.each([
    [{ redirect_uri: 'https://evil.example/' }, 'invalid_request'],
    [{ redirect_uri: '' }, 'invalid_request'],
    [{ request_uri: 'urn:x' }, 'invalid_request'],
    [{ request: 'x.y.z' }, 'request_not_supported'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ resource: 'https://other.example.com/' }, 'invalid_target'],
    [{ nonce: 'x'.repeat(3_000) }, 'invalid_request'],
    [{ client_secret: 'wrong' }, 'invalid_client'],
  ])('with %j is refused at once, and recorded', async (wrong, error) => {
    const client = await provider.createClient();
    const { url } = await prepare(client.config);
    const form = { ...Object.fromEntries(url.searchParams), client_secret: client.secret, ...wrong };
    const answer = await ask(client.appId, 'par', form);
    expect(answer).toMatchObject({ status: error === 'invalid_client' ? 401 : 400, error });
    const filter = { actions: ['LoginFailed'], limit: 1 };
    const { body } = await provider.latchkey.manage('POST', '/v1/mgmt/audit/search', filter);
    expect(body.audits[0].data).toMatchObject({ kind: error, clientId: client.clientId });
  });

  test('has only what a request is made of', async () => {
    const client = await provider.createClient();
    const { url } = await prepare(client.config);
    const form = { ...Object.fromEntries(url.searchParams), client_secret: client.secret };
    expect(await ask(client.appId, 'par', { ...form, notes: 'x'.repeat(20_000) })).toMatchObject({
      status: 201,
    });
    const { db, project } = provider.latchkey.context;
    const rows = db.selectFrom('pushedRequests').select('parameters').where('projectId', '=', project.id);
    const stored = (await rows.execute()).map(({ parameters }) => parameters);
    expect(stored.filter((parameters) => /notes|secret|client_id/.test(parameters))).toEqual([]);
  });

  test('of a client without a proof of identity is short, counted, and forgotten after a minute', async () => {
    const client = await provider.createClient({ clientType: 'public' });
    const { url } = await prepare(client.config);
    const form = { ...Object.fromEntries(url.searchParams), client_id: client.clientId };
    const long = { state: 's'.repeat(2_000), login_hint: 'l'.repeat(2_000), nonce: 'n'.repeat(2_000) };
    expect(await ask(client.appId, 'par', { ...form, ...long })).toMatchObject({ error: 'invalid_request' });
    const limit = (requests: number) => ({ pushPerAddress: { requests, seconds: 60 } });
    await provider.configure({ rateLimits: limit(1), unlimitedAddresses: [] });
    const answers = [await ask(client.appId, 'par', form), await ask(client.appId, 'par', form)];
    await provider.configure({ rateLimits: limit(120), unlimitedAddresses: ['127.0.0.0/8'] });
    expect(answers.map(({ status }) => status)).toEqual([201, 429]);
    provider.latchkey.advance(61_000);
    await sweep(provider.latchkey.service);
    const { db, project } = provider.latchkey.context;
    const rows = db.selectFrom('pushedRequests').select('requestHash').where('projectId', '=', project.id);
    expect(await rows.where('openedAt', 'is', null).execute()).toEqual([]);
  });

  test('is required from an application whose settings say so', async () => {
    const client = await provider.createClient({ requirePushedAuthorizationRequests: true });
    const { url } = await prepare(client.config);
    const { location } = await provider.browser().get(pathOf(url));
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
  });

  test('can come from a client without a secret, with the lower layer of the library', async () => {
    const client = await provider.createClient({ clientType: 'public' });
    const { url } = await prepare(client.config);
    const server = client.config.serverMetadata() as oauth.AuthorizationServer;
    const own = { client_id: client.clientId };
    const response = await oauth.pushedAuthorizationRequest(server, own, oauth.None(), url.searchParams, {
      [oauth.allowInsecureRequests]: true,
    });
    const pushed = await oauth.processPushedAuthorizationResponse(server, own, response);
    expect(pushed).toMatchObject({
      expires_in: 60,
      request_uri: expect.stringMatching(/^urn:ietf:params:oauth:/),
    });
  });
});

describe('a resource', () => {
  const [api, files] = ['https://api.example.com/', 'urn:example:files'];
  const audienceIn = (token: string) => decodeJwt(token).aud;
  const withUs = ({ config }: { config: openid.Configuration }, ...resources: string[]) => [
    ...resources,
    config.serverMetadata().issuer,
  ];

  test('becomes the audience of access tokens, and can be narrowed at each refresh', async () => {
    const client = await provider.createClient({ resources: [api, files] });
    const loginId = await provider.grantedUser(client.appId);
    const { url, checks } = await prepare(client.config, { resource: api });
    url.searchParams.append('resource', files);
    const { location } = await provider.signInAt(provider.browser(), url, loginId);
    const tokens = await openid.authorizationCodeGrant(client.config, new URL(location), checks);
    // The scope `openid` makes the token one for `userinfo`, too.
    expect(audienceIn(tokens.access_token)).toEqual(withUs(client, api, files));
    expect(tokens.claims()?.aud).toBe(client.clientId);
    const one = await openid.refreshTokenGrant(client.config, tokens.refresh_token ?? '', {
      resource: files,
    });
    expect(audienceIn(one.access_token)).toEqual(withUs(client, files));
    const all = await openid.refreshTokenGrant(client.config, one.refresh_token ?? '');
    expect(audienceIn(all.access_token)).toEqual(withUs(client, api, files));
    await update(client.appId, { resources: [api] });
    const refused = openid.refreshTokenGrant(client.config, all.refresh_token ?? '', { resource: files });
    await expect(refused).rejects.toMatchObject({ error: 'invalid_target' });
    const left = await openid.refreshTokenGrant(client.config, all.refresh_token ?? '');
    expect(audienceIn(left.access_token)).toEqual(withUs(client, api));
    await update(client.appId, { resources: [] });
    const none = openid.refreshTokenGrant(client.config, left.refresh_token ?? '');
    await expect(none).rejects.toMatchObject({ error: 'invalid_target' });
  });

  test('can be named by `audience`, with a code, and by an application for itself', async () => {
    const client = await provider.createClient({ resources: [api, files] });
    const named = await signIn(client, { audience: api });
    expect(audienceIn(named.tokens.access_token)).toEqual(withUs(client, api));
    const { url, checks } = await prepare(client.config);
    const { location } = await named.browser.get(pathOf(url));
    const grant = (resource: string) =>
      openid.authorizationCodeGrant(client.config, new URL(location), checks, { resource });
    // A wrong resource does not use the code up.
    await expect(grant('https://other.example.com/')).rejects.toMatchObject({ error: 'invalid_target' });
    expect(audienceIn((await grant(files)).access_token)).toEqual(withUs(client, files));
    const own = await openid.clientCredentialsGrant(client.config, { resource: api });
    expect(audienceIn(own.access_token)).toBe(api);
  });

  test('that the application may not use is refused everywhere', async () => {
    const client = await provider.createClient({ resources: [api] });
    const { url } = await prepare(client.config, { resource: files });
    const { location } = await provider.browser().get(pathOf(url));
    expect(new URL(location).searchParams.get('error')).toBe('invalid_target');
    const own = openid.clientCredentialsGrant(client.config, { resource: files });
    await expect(own).rejects.toMatchObject({ error: 'invalid_target' });
  });
});

test('the resource of an MCP server’s endpoints is that server', async () => {
  const url = 'https://notes.example.com/mcp';
  const { id } = await provider.manage('/v1/mgmt/mcpserver/create', { name: 'Notes', url });
  const { projectId, baseUrl } = provider.latchkey;
  const endpoints = `${baseUrl}/oauth2/v1/apps/agentic/${projectId}/${id}`;
  const registered = await fetch(`${endpoints}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [callback], token_endpoint_auth_method: 'none' }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const errorFor = async (resource: string) => {
    const query = new URLSearchParams({
      client_id,
      redirect_uri: callback,
      response_type: 'code',
      resource,
      prompt: 'none',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const { location } = await provider
      .browser()
      .get(`${endpoints.slice(baseUrl.length)}/authorize?${query}`);
    return new URL(location).searchParams.get('error');
  };
  expect([
    await errorFor(url),
    await errorFor(`${url}/`),
    await errorFor('https://other.example.com/'),
  ]).toEqual(['login_required', 'login_required', 'invalid_target']);
});

describe('a pairwise subject', () => {
  const pairwise = { subjectType: 'pairwise' };

  test('is the same everywhere for one organization, and another for the next', async () => {
    const [first, second, third] = [
      await provider.createClient(pairwise),
      await provider.createClient({ ...pairwise, sectorIdentifierUri: 'https://other.example.com/all.json' }),
      await provider.createClient(pairwise),
    ];
    const { tokens, loginId, browser } = await signIn(first);
    const sub = tokens.claims()?.sub ?? '';
    expect(sub).toMatch(/^[\w-]{43}$/);
    expect(decodeJwt(tokens.access_token).sub).toBe(sub);
    expect((await openid.fetchUserInfo(first.config, tokens.access_token, sub)).sub).toBe(sub);
    for (const token of [tokens.access_token, tokens.refresh_token ?? ''])
      expect(await openid.tokenIntrospection(first.config, token)).toMatchObject({ active: true, sub });
    const again = (await signIn(third, {}, loginId)).tokens.claims()?.sub;
    const elsewhere = (await signIn(second, {}, loginId)).tokens.claims()?.sub;
    expect([again === sub, elsewhere === sub]).toEqual([true, false]);

    // The ID token is understood as a hint, at another sign-in and at the logout.
    const hint = { id_token_hint: tokens.id_token ?? '' };
    const silent = await prepare(first.config, { prompt: 'none', ...hint });
    const { location } = await browser.get(pathOf(silent.url));
    expect(new URL(location).searchParams.get('code')).toMatch(/^.{43}$/);
    const left = openid.buildEndSessionUrl(first.config, { ...hint, post_logout_redirect_uri: callback });
    expect((await browser.get(pathOf(left))).location).toBe(callback);
    const after = await prepare(first.config, { prompt: 'none' });
    expect((await browser.get(pathOf(after.url))).location).toContain('login_required');
  });

  test('stays for a session when the settings change', async () => {
    const client = await provider.createClient(pairwise);
    const { tokens, loginId } = await signIn(client);
    await update(client.appId, { subjectType: 'public' });
    const next = await openid.refreshTokenGrant(client.config, tokens.refresh_token ?? '');
    expect(next.claims()?.sub).toBe(tokens.claims()?.sub);
    const { tokens: fresh } = await signIn(client, {}, loginId);
    expect(fresh.claims()?.sub).toMatch(/^U/);
  });

  test('of two first sign-ins at once is the same', { tags: 'race' }, async () => {
    const sector = { ...pairwise, sectorIdentifierUri: 'https://new.example.com/' };
    const clients = await Promise.all([1, 2, 3].map(() => provider.createClient(sector)));
    const loginId = await provider.makeUser();
    const subjects = await Promise.all(
      clients.map(async (client) => (await signIn(client, {}, loginId)).tokens.claims()?.sub),
    );
    expect(new Set(subjects).size).toBe(1);
  });
});

test('an address or a client ID with a NUL character is unknown', async () => {
  const { baseUrl, projectId } = provider.latchkey;
  const places = [
    '/oauth2/v1',
    '/%00/oauth2/v1',
    '/oauth2/v1/apps/%00',
    `/oauth2/v1/apps/agentic/${projectId}/%00`,
  ];
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const place of places) {
    for (const id of ['%00', `${projectId}.%00`]) {
      const body = `client_id=${id}&grant_type=refresh_token&refresh_token=x`;
      const answer = await fetch(`${baseUrl}${place}/token`, { method: 'POST', headers, body });
      expect([place, id, answer.status]).toEqual([place, id, 401]);
    }
    const { status } = await fetch(`${baseUrl}${place}/authorize?client_id=${projectId}`);
    expect([place, status < 500]).toEqual([place, true]);
  }
  for (const issuer of ['%00', `${projectId}/%00`]) {
    const { status } = await fetch(`${baseUrl}/${issuer}/.well-known/openid-configuration`);
    expect(status).toBe(404);
  }
});

test('a grant that is not served is named', async () => {
  const { appId, clientId, secret } = await provider.createClient();
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  const form = { grant_type, assertion: 'x.y.z', client_id: clientId, client_secret: secret };
  expect(await ask(appId, 'token', form)).toMatchObject({ status: 400, error: 'unsupported_grant_type' });
});

async function update(id: string, settings: object) {
  await provider.manage('/v1/mgmt/sso/idp/app/oidc/update', { id, name: `Changed ${id}`, ...settings });
}

/** Sends a form to an endpoint of the application. */
async function ask(appId: string, path: string, form: Record<string, string>) {
  const response = await fetch(`${provider.latchkey.baseUrl}/${appId}/oauth2/v1/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
}
