import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callback, type Provider, startProvider } from '../../../../test/applications.ts';
import type { FormBrowser } from '../../../../test/browser.ts';
import { type HttpReceiver, startReceiver } from '../../../../test/counterparts/http-receiver.ts';

// What an application says at its registration either has its effect or is refused.

let provider: Provider;
let web: HttpReceiver;
let sector: unknown;
beforeAll(async () => {
  provider = await startProvider();
  web = await startReceiver(({ path }) =>
    path === '/gone' ? { status: 404, body: {} } : { status: 200, body: sector },
  );
  await provider.manage('/v1/mgmt/project/settings', { clientRegistration: true });
});
beforeEach(() => {
  sector = [callback];
});
afterAll(async () => {
  await web.close();
  await provider.latchkey.close();
});

type Registered = Record<string, string> & { status: number };

const endpoint = (name: string) =>
  `${provider.latchkey.baseUrl}/oauth2/v1/apps/${provider.latchkey.projectId}/${name}`;

async function register(body: object): Promise<Registered> {
  const response = await fetch(endpoint('register'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [callback], client_name: 'Wiki', ...body }),
  });
  return { ...(await response.json()), status: response.status } as Registered;
}

/** Opens the application's request. `nonce` stands for PKCE, as in many libraries. */
function open(
  browser: FormBrowser,
  { client_id: clientId = '' }: Registered,
  more: Record<string, string> = {},
) {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid email',
    nonce: 'n',
    state: 's',
    ...more,
  });
  return browser.get(`${endpoint('authorize').slice(provider.latchkey.baseUrl.length)}?${query}`);
}

/** Signs in, allows the application what it asks for, and redeems the code. */
async function tokensOf(client: Registered, loginId: string, more: Record<string, string> = {}) {
  const browser = provider.browser();
  const query = new URLSearchParams({
    client_id: client['client_id'] ?? '',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid email',
    nonce: 'n',
    ...more,
  });
  const page = await provider.signInAt(browser, new URL(`${endpoint('authorize')}?${query}`), loginId);
  const hidden = [...page.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const { location } = await browser.post('/oauth2/v1/apps/finish-authorize', {
    ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
    answer: 'allow',
  });
  const code = new URL(location).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback };
  const credentials = { client_id: client['client_id'] ?? '', client_secret: client['client_secret'] ?? '' };
  const response = await fetch(endpoint('token'), {
    method: 'POST',
    body: new URLSearchParams({ ...form, ...credentials }),
  });
  return { browser, tokens: (await response.json()) as Record<string, string> };
}

describe('an application that registers itself', () => {
  test('reads in the answer what was registered', async () => {
    const asked = {
      application_type: 'native',
      subject_type: 'pairwise',
      sector_identifier_uri: `${web.url}/sector.json`,
      initiate_login_uri: 'https://wiki.example.com/login',
      post_logout_redirect_uris: ['https://wiki.example.com/bye'],
      default_max_age: 3_600,
      default_acr_values: ['2'],
      require_auth_time: true,
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
      id_token_signed_response_alg: 'RS256',
      userinfo_signed_response_alg: 'RS256',
    };
    const registered = await register(asked);
    const { require_auth_time: _, ...answered } = asked;
    expect(registered).toMatchObject({ status: 201, ...answered });
    const response = await fetch(registered['registration_client_uri'] ?? '', {
      headers: { authorization: `Bearer ${registered['registration_access_token']}` },
    });
    expect(await response.json()).toMatchObject(answered);
  });

  test('gets the answer of userinfo as a JWT if it wants', async () => {
    const client = await register({ userinfo_signed_response_alg: 'RS256' });
    const loginId = await provider.makeUser();
    const { tokens } = await tokensOf(client, loginId);
    const response = await fetch(endpoint('userinfo'), {
      headers: { authorization: `Bearer ${tokens['access_token']}` },
    });
    expect(response.headers.get('content-type')).toContain('application/jwt');
    const jwt = await response.text();
    expect(decodeProtectedHeader(jwt).alg).toBe('RS256');
    const { sub } = decodeJwt(tokens['id_token'] ?? '');
    expect(decodeJwt(jwt)).toMatchObject({
      sub,
      email: loginId,
      aud: client['client_id'],
      iss: `${provider.latchkey.baseUrl}/v1/apps/${provider.latchkey.projectId}`,
    });
  });

  test('gets pairwise subjects, which only applications of its sector share', async () => {
    const loginId = await provider.makeUser();
    const subjectFor = async (metadata: object) => {
      const { tokens } = await tokensOf(await register(metadata), loginId);
      return decodeJwt(tokens['id_token'] ?? '').sub;
    };
    const pairwise = { subject_type: 'pairwise' };
    const ours = { ...pairwise, sector_identifier_uri: `${web.url}/sector.json` };
    const [user, one, two, other] = [
      await subjectFor({}),
      await subjectFor(ours),
      await subjectFor(ours),
      await subjectFor(pairwise),
    ];
    expect(one).toBe(two);
    expect(new Set([user, one, other]).size).toBe(3);
  });

  test('may return after a logout where it has registered', async () => {
    const bye = 'https://wiki.example.com/bye';
    const client = await register({ post_logout_redirect_uris: [bye] });
    const { browser, tokens } = await tokensOf(client, await provider.makeUser());
    const leave = (to: string) => {
      const query = new URLSearchParams({
        id_token_hint: tokens['id_token'] ?? '',
        post_logout_redirect_uri: to,
      });
      return browser.get(`${endpoint('logout').slice(provider.latchkey.baseUrl.length)}?${query}`);
    };
    expect((await leave('https://evil.example.com/')).status).toBe(400);
    expect((await leave(bye)).location).toBe(bye);
  });

  test('is asked for a fresh sign-in after its default age', async () => {
    const client = await register({ default_max_age: 60 });
    const { browser } = await tokensOf(client, await provider.makeUser());
    expect((await open(browser, client)).location).toContain('code=');
    provider.latchkey.advance(61_000);
    expect((await open(browser, client)).location).toContain('/login');
    expect((await open(browser, client, { max_age: '3600' })).location).toContain('code=');
  });

  test('must push its requests, or prove a key, if it has said so', async () => {
    const pushing = await register({ require_pushed_authorization_requests: true });
    const { location } = await open(provider.browser(), pushing);
    expect(new URL(location).searchParams.get('error_description')).toContain('must push');
    const bound = await register({ dpop_bound_access_tokens: true });
    const { tokens } = await tokensOf(bound, await provider.makeUser());
    expect(tokens['error']).toBe('invalid_dpop_proof');
  });

  test('may leave out PKCE only with a proof of its identity and a nonce', async () => {
    const errorOf = async (client: Registered, more: Record<string, string> = {}) => {
      const { location } = await open(provider.browser(), client, more);
      return location.startsWith(callback) ? new URL(location).searchParams.get('error') : undefined;
    };
    const confidential = await register({});
    expect(await errorOf(confidential)).toBeUndefined();
    expect(await errorOf(confidential, { nonce: '' })).toBe('invalid_request');
    expect(await errorOf(confidential, { scope: 'email' })).toBe('invalid_request');
    expect(await errorOf(await register({ token_endpoint_auth_method: 'none' }))).toBe('invalid_request');
  });

  test('shows its logo and its policies where the user decides', async () => {
    const client = await register({
      logo_uri: 'https://wiki.example.com/logo.png',
      policy_uri: 'https://wiki.example.com/privacy',
      tos_uri: 'https://wiki.example.com/terms',
    });
    const query = new URLSearchParams({
      client_id: client['client_id'] ?? '',
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid',
      nonce: 'n',
    });
    const url = new URL(`${endpoint('authorize')}?${query}`);
    const page = await provider.signInAt(provider.browser(), url, await provider.makeUser());
    expect(page.html).toContain('<img src="https://wiki.example.com/logo.png"');
    expect(page.html).toContain('href="https://wiki.example.com/privacy"');
    expect(page.html).toContain('href="https://wiki.example.com/terms"');
    expect(page.headers.get('content-security-policy')).toContain('https://wiki.example.com');
  });
});

describe('a registration is refused', () => {
  test.each<[string, object]>([
    ['request_uris', { request_uris: ['https://wiki.example.com/request'] }],
    ['request objects', { request_object_signing_alg: 'RS256' }],
    ['encrypted ID tokens', { id_token_encrypted_response_alg: 'RSA-OAEP' }],
    ['unsigned ID tokens', { id_token_signed_response_alg: 'none' }],
    ['another signature of ID tokens', { id_token_signed_response_alg: 'ES256' }],
    ['another signature of userinfo', { userinfo_signed_response_alg: 'HS256' }],
    ['notices of a logout', { backchannel_logout_uri: 'https://wiki.example.com/logout' }],
    ['certificates', { tls_client_certificate_bound_access_tokens: true }],
    ['another kind of subject', { subject_type: 'other' }],
    ['an application of another type', { application_type: 'service' }],
    ['a sign-in address without TLS', { initiate_login_uri: 'http://wiki.example.com/login' }],
    ['a script after the logout', { post_logout_redirect_uris: ['javascript:alert(1)'] }],
    ['a negative age', { default_max_age: -1 }],
    ['an age that is a text', { default_max_age: '60' }],
    ['a flag that is a text', { dpop_bound_access_tokens: 'yes' }],
    [
      'pairwise subjects without a sector',
      { subject_type: 'pairwise', redirect_uris: [callback, 'https://b.example.com/'] },
    ],
    ['pairwise subjects of a program', { subject_type: 'pairwise', redirect_uris: ['com.example.app:/cb'] }],
  ])('with %s', async (_, body) => {
    expect(await register(body)).toMatchObject({ status: 400, error: 'invalid_client_metadata' });
  });

  test.each<[string, string, unknown]>([
    ['does not list its addresses', '/sector.json', ['https://other.example.com/']],
    ['is no list', '/sector.json', { redirect_uris: [callback] }],
    ['does not exist', '/gone', []],
  ])('with a sector whose document %s', async (_, path, document) => {
    sector = document;
    const metadata = { subject_type: 'pairwise', sector_identifier_uri: `${web.url}${path}` };
    expect(await register(metadata)).toMatchObject({ status: 400, error: 'invalid_client_metadata' });
  });

  test('with a sector in a network that is not public, without a word about what is there', async () => {
    const answer = await register({ sector_identifier_uri: 'https://10.0.0.1/sector.json' });
    expect(answer).toMatchObject({
      status: 400,
      error: 'invalid_client_metadata',
      error_description:
        'sector_identifier_uri must be the URL of a JSON list that contains all redirect_uris',
    });
  });
});
