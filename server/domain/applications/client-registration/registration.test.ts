import * as openid from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callback, discover, type Provider, prepare, startProvider } from '../../../../test/applications.ts';
import { assertionType, newClientKey, signAssertion } from '../../../../test/client-keys.ts';
import { consentSteps } from '../../../../test/consents.ts';
import { type HttpReceiver, startReceiver } from '../../../../test/counterparts/http-receiver.ts';
import { sweep } from '../../../groups.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

const settings = (changes: object) => provider.manage('/v1/mgmt/project/settings', changes);
const place = () => `/oauth2/v1/apps/${provider.latchkey.projectId}/register`;

async function ask(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) {
  const { baseUrl, request } = provider.latchkey;
  const answer = await request(method, path.replace(baseUrl, ''), { bearer: token ?? null, body });
  return { ...answer.body, status: answer.status } as Record<string, string> & { status: number };
}

const native = { redirect_uris: [callback], client_name: 'Reader', token_endpoint_auth_method: 'none' };

describe('registration', () => {
  beforeEach(() => settings({ clientRegistration: true }));

  test('is refused unless the project allows it, and is not announced', async () => {
    await settings({ clientRegistration: false });
    expect(await ask('POST', place(), { body: native })).toMatchObject({
      status: 400,
      error: 'access_denied',
    });
    const document = `/v1/apps/${provider.latchkey.projectId}/.well-known/openid-configuration`;
    expect(await ask('GET', document)).not.toHaveProperty('registration_endpoint');
    await settings({ clientRegistration: true });
    expect(await ask('GET', document)).toMatchObject({
      registration_endpoint: `${provider.latchkey.baseUrl}${place()}`,
    });
  });

  test('does not exist for SSO applications, whose users are never asked', async () => {
    const { appId } = await provider.createClient();
    const { projectId } = provider.latchkey;
    for (const issuer of [`/${projectId}`, `/${projectId}/${appId}`]) {
      const document = await ask('GET', `${issuer}/.well-known/openid-configuration`);
      expect(document).not.toHaveProperty('registration_endpoint');
    }
    for (const path of ['/oauth2/v1/register', `/${appId}/oauth2/v1/register`])
      expect(await ask('POST', path, { body: native })).toMatchObject({ status: 404 });
  });

  test('by openid-client gives a client that signs its users in', async () => {
    const { baseUrl, projectId } = provider.latchkey;
    const config = await openid.dynamicClientRegistration(
      new URL(`${baseUrl}/v1/apps/${projectId}`),
      {
        redirect_uris: [callback],
        client_name: 'Wiki',
        grant_types: ['authorization_code', 'refresh_token'],
      },
      undefined,
      { execute: [openid.allowInsecureRequests] },
    );
    const loginId = await provider.makeUser();
    const browser = provider.browser();
    const { url, checks } = await prepare(config, { scope: 'openid offline_access' });
    const page = await provider.signInAt(browser, url, loginId);
    expect(page.html).toContain('Allow Wiki to use your account?');
    const hidden = [...page.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
    const { location } = await browser.post('/oauth2/v1/apps/finish-authorize', {
      ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
      answer: 'allow',
    });
    const tokens = await openid.authorizationCodeGrant(config, new URL(location), checks);
    expect((await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token).toBeTruthy();
  });

  test('can be read, changed and removed with its own token only', async () => {
    const made = await ask('POST', place(), { body: native });
    expect(made).toMatchObject({ status: 201, client_name: 'Reader', redirect_uris: [callback] });
    expect(made).not.toHaveProperty('client_secret');
    const { registration_client_uri: uri = '', registration_access_token: token = '' } = made;
    const other = await ask('POST', place(), { body: native });
    for (const wrong of ['', 'x', other['registration_access_token'] ?? ''])
      expect(await ask('GET', uri, { token: wrong })).toMatchObject({ status: 401, error: 'invalid_token' });
    expect(await ask('GET', uri, { token })).toMatchObject({ status: 200, client_id: made['client_id'] });
    const moved = { ...native, client_name: 'Writer', redirect_uris: ['https://other.example.com/back'] };
    expect(await ask('PUT', uri, { token, body: moved })).toMatchObject({
      status: 200,
      client_name: 'Writer',
    });
    expect(await ask('GET', uri, { token })).toMatchObject({ redirect_uris: moved.redirect_uris });
    const secret = { ...moved, token_endpoint_auth_method: 'client_secret_basic' };
    expect(await ask('PUT', uri, { token, body: secret })).toMatchObject({
      error: 'invalid_client_metadata',
    });
    expect((await ask('DELETE', uri, { token })).status).toBe(204);
    expect((await ask('GET', uri, { token })).status).toBe(401);
  });

  test('can be read and removed, but not changed, where it was switched off since', async () => {
    const { id = '' } = await provider.manage('/v1/mgmt/mcpserver/create', {
      name: 'off',
      url: 'https://off.example.com/mcp',
    });
    const server = `/oauth2/v1/apps/agentic/${provider.latchkey.projectId}/${id}/register`;
    for (const [at, switchOff] of [
      [place(), () => settings({ clientRegistration: false })],
      [
        server,
        () =>
          provider.manage('/v1/mgmt/mcpserver/update', {
            id,
            name: 'off',
            url: 'https://off.example.com/mcp',
            registrationDisabled: true,
          }),
      ],
    ] as const) {
      const made = await ask('POST', at, { body: native });
      const { registration_client_uri: uri = '', registration_access_token: token = '' } = made;
      await switchOff();
      const moved = { ...native, redirect_uris: ['https://evil.example.com/'] };
      expect((await ask('PUT', uri, { token, body: moved })).error).toBe('access_denied');
      expect(await ask('GET', uri, { token })).toMatchObject({ status: 200, redirect_uris: [callback] });
      expect((await ask('DELETE', uri, { token })).status).toBe(204);
    }
  });

  test('with another host to return to is asked for again, and the page names the place exactly', async () => {
    const steps = consentSteps(provider);
    const made = await ask('POST', place(), { body: native });
    const { client_id: clientId = '', registration_client_uri: uri = '', ...rest } = made;
    const token = rest['registration_access_token'] ?? '';
    const app = await steps.client(clientId, `v1/apps/${provider.latchkey.projectId}`, 'openid');
    const asked = await steps.ask(app);
    await steps.allow(app, asked);
    for (const [returnTo, shown] of [
      ['https://elsewhere.example.com/', 'elsewhere.example.com'],
      ['com.evil.app://accounts.google.com/cb', 'com.evil.app:'],
      ['http://127.0.0.1:1234/cb', 'http://127.0.0.1'],
    ] as const) {
      const body = { ...native, redirect_uris: [callback, returnTo] };
      expect(await ask('PUT', uri, { token, body })).toMatchObject({ status: 200 });
      expect(await steps.mustAsk(app, asked.browser)).toBe(false);
      expect(await steps.mustAsk(app, asked.browser, { redirect_uri: returnTo })).toBe(true);
      const { page } = await steps.open(app, asked.browser, { redirect_uri: returnTo });
      expect(page.html).toContain(`You’ll return to ${shown}. `);
      expect(page.html).not.toContain('accounts.google.com');
    }
  });

  test.each([
    ['no redirect_uris', {}, 'invalid_redirect_uri'],
    ['http', { redirect_uris: ['http://app.example.com/'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['data', { redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://app.example.com/#x'] }, 'invalid_redirect_uri'],
    ['a user', { redirect_uris: ['https://a@app.example.com/'] }, 'invalid_redirect_uri'],
    ['no list', { redirect_uris: callback }, 'invalid_client_metadata'],
    ['21 addresses', { redirect_uris: Array(21).fill(callback) }, 'invalid_client_metadata'],
    ['implicit', { redirect_uris: [callback], grant_types: ['implicit'] }, 'invalid_client_metadata'],
    ['response type', { redirect_uris: [callback], response_types: ['token'] }, 'invalid_client_metadata'],
    ['a method', { redirect_uris: [callback], token_endpoint_auth_method: 'x' }, 'invalid_client_metadata'],
    ['a long name', { redirect_uris: [callback], client_name: 'x'.repeat(256) }, 'invalid_client_metadata'],
    ['a script as link', { redirect_uris: [callback], tos_uri: 'javascript:x' }, 'invalid_client_metadata'],
    ['a hidden name', { redirect_uris: [callback], client_name: '\u200b' }, 'invalid_client_metadata'],
    [
      'a turned name',
      { redirect_uris: [callback], client_name: 'Bank \u202eliam' },
      'invalid_client_metadata',
    ],
    ['a C1 control', { redirect_uris: [callback], client_name: 'Bank\u0085' }, 'invalid_client_metadata'],
    ['a statement', { redirect_uris: [callback], software_statement: 'x' }, 'unapproved_software_statement'],
  ])('refuses %s', async (_, body, error) => {
    expect(await ask('POST', place(), { body })).toMatchObject({ status: 400, error });
  });

  test('at an MCP server counts there only', async () => {
    const create = (name: string) =>
      provider.manage('/v1/mgmt/mcpserver/create', { name, url: `https://${name}.example.com/mcp` });
    const [{ id: one = '' }, { id: two = '' }] = [await create('one'), await create('two')];
    const { projectId, baseUrl } = provider.latchkey;
    const at = (id: string) => `/oauth2/v1/apps/agentic/${projectId}/${id}`;
    const { client_id: clientId = '' } = await ask('POST', `${at(one)}/register`, { body: native });
    const open = async (path: string) => {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: callback,
        response_type: 'code',
      });
      return (await fetch(`${baseUrl}${path}/authorize?${query}`, { redirect: 'manual' })).status;
    };
    expect(await open(at(one))).toBe(303);
    expect(await open(at(two))).toBe(400);
    expect(await open(`/oauth2/v1/apps/${projectId}`)).toBe(400);
    expect(await open(at('unknown'))).toBe(400);
    await provider.manage('/v1/mgmt/mcpserver/update', {
      id: one,
      name: 'one',
      url: 'https://one.example.com/mcp',
      registrationDisabled: true,
    });
    expect((await ask('POST', `${at(one)}/register`, { body: native })).error).toBe('access_denied');
  });

  test('is forgotten after 30 days in which nobody allowed it anything', async () => {
    const { registration_client_uri: uri = '', registration_access_token: token = '' } = await ask(
      'POST',
      place(),
      { body: native },
    );
    provider.latchkey.advance(29 * 24 * 60 * 60_000);
    await sweep(provider.latchkey.service);
    expect((await ask('GET', uri, { token })).status).toBe(200);
    provider.latchkey.advance(2 * 24 * 60 * 60_000);
    await sweep(provider.latchkey.service);
    expect((await ask('GET', uri, { token })).status).toBe(401);
  });
});

describe('a client that describes itself by a document', () => {
  let documents: HttpReceiver;
  let document: Record<string, unknown>;
  let clientId: string;
  let count = 0;
  beforeAll(async () => {
    documents = await startReceiver(({ path }) =>
      path.endsWith('.json') ? { status: 200, body: document } : { status: 404, body: {} },
    );
  });
  beforeEach(async () => {
    count += 1;
    clientId = `${documents.url}/client${count}.json`;
    document = { ...native, client_id: clientId, client_name: 'Described' };
    await settings({ clientMetadataDocuments: true });
  });
  afterAll(() => documents.close());

  async function open(more: Record<string, string> = {}) {
    const { baseUrl, projectId } = provider.latchkey;
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: callback,
      response_type: 'code',
      ...more,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    return (await fetch(`${baseUrl}/oauth2/v1/apps/${projectId}/authorize?${query}`, { redirect: 'manual' }))
      .status;
  }

  test('is known by it, and the document is read again after an hour', async () => {
    expect(await Promise.all([open(), open(), open()])).toEqual([303, 303, 303]);
    const read = documents.requests.length;
    expect(await open()).toBe(303);
    expect(documents.requests).toHaveLength(read);
    document = { ...document, redirect_uris: ['https://moved.example.com/'] };
    provider.latchkey.advance(61 * 60_000);
    expect(await open()).toBe(400);
    expect(await open({ redirect_uri: 'https://moved.example.com/' })).toBe(303);
  });

  test('can return to any port of the user’s computer', async () => {
    document = { ...document, redirect_uris: ['http://127.0.0.1/back'] };
    expect(await open({ redirect_uri: 'http://127.0.0.1:51004/back' })).toBe(303);
    expect(await open({ redirect_uri: 'http://127.0.0.1:51004/other' })).toBe(400);
    expect(await open({ redirect_uri: 'http://evil.example:80/back' })).toBe(400);
  });

  test('can prove its identity by a key that the document names', async () => {
    const key = await newClientKey('ES256', 'k1');
    const method = { token_endpoint_auth_method: 'private_key_jwt' };
    document = { ...document, ...method, jwks: { keys: [key.jwk] } };
    expect(await open()).toBe(303);
    const { baseUrl, projectId, context } = provider.latchkey;
    const audience = `${baseUrl}/v1/apps/${projectId}`;
    const push = async (form: Record<string, string>) =>
      (
        await fetch(`${baseUrl}/oauth2/v1/apps/${projectId}/par`, {
          method: 'POST',
          body: new URLSearchParams({
            client_id: clientId,
            redirect_uri: callback,
            response_type: 'code',
            nonce: 'n',
            scope: 'openid',
            ...form,
          }),
        })
      ).status;
    const assertion = await signAssertion(key, { clientId, audience, now: context.now() });
    expect(await push({ client_assertion: assertion, client_assertion_type: assertionType })).toBe(201);
    expect(await push({})).toBe(401);
    document = { ...document, jwks: undefined };
    provider.latchkey.advance(61 * 60_000);
    expect(await open()).toBe(400);
  });

  test.each([
    ['client_id in the document is not', { client_id: 'https://other.example.com/client.json' }],
    ['has a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['has no address to return to', { redirect_uris: [] }],
    ['is too large', { contacts: ['x'.repeat(20_000)] }],
  ])('is refused if the document %s', async (_, change) => {
    document = { ...document, ...change };
    expect(await open()).toBe(400);
  });

  test('is refused if there is no document, or the project does not allow it', async () => {
    expect(await open({ client_id: `${documents.url}/none` })).toBe(400);
    await settings({ clientMetadataDocuments: false });
    expect(await open()).toBe(400);
  });
});

test('the issuer for third-party applications is discovered under every spelling', async () => {
  const { projectId, baseUrl } = provider.latchkey;
  const issuer = `/v1/apps/${projectId}`;
  for (const path of [
    `${issuer}/.well-known/openid-configuration`,
    `${issuer}/.well-known/oauth-authorization-server`,
    `/.well-known/oauth-authorization-server${issuer}`,
  ])
    expect((await ask('GET', path))['issuer']).toBe(`${baseUrl}${issuer}`);
  const config = await discover(provider.latchkey, `v1/apps/${projectId}`, 'x');
  expect(config.serverMetadata().scopes_supported).toEqual([
    'openid',
    'profile',
    'email',
    'phone',
    'offline_access',
  ]);
});
