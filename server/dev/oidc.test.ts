import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';

/** The simulator's OpenID Connect side, as any client uses it. */

let latchkey: Latchkey;
let issuer: string;
beforeAll(async () => {
  latchkey = await startLatchkey();
  issuer = `${latchkey.baseUrl}/dev/idp/oidc/acme`;
});
afterAll(() => latchkey.close());

const verifier = 'v'.repeat(43);
const redirectUri = 'http://127.0.0.1:9/back';
const hostile = '"><script>alert(1)</script>';

function query(changes: Record<string, string> = {}) {
  return new URLSearchParams({
    response_type: 'code',
    client_id: 'app',
    redirect_uri: redirectUri,
    scope: 'openid profile email groups offline_access',
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
}

async function codeFor(changes: Record<string, string> = {}, fields: Record<string, string> = {}) {
  const response = await fetch(`${issuer}/answer?${query(changes)}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
  });
  const { url } = (await response.json()) as { url: string };
  return new URL(url).searchParams.get('code') ?? '';
}

async function token(fields: Record<string, string>) {
  const body = new URLSearchParams({ client_id: 'app', client_secret: 'x', ...fields });
  const response = await fetch(`${issuer}/token`, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const redeem = (code: string, changes: Record<string, string> = {}) =>
  token({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...changes,
  });
const renew = (refreshToken = '') => token({ grant_type: 'refresh_token', refresh_token: refreshToken });

async function userInfo(accessToken = '') {
  const response = await fetch(`${issuer}/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } });
  return { status: response.status, body: await response.json() };
}

test('discovery lists every address of a provider of any name', async () => {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`);
  expect(await response.json()).toMatchObject({
    issuer,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    revocation_endpoint: `${issuer}/revoke`,
  });
});

describe('a code', () => {
  test('is redeemed once, by its client, with its address and its verifier', async () => {
    const wrong: Record<string, string>[] = [
      { client_id: 'other' },
      { redirect_uri: 'http://127.0.0.1:9/x' },
      { code_verifier: 'x' },
    ];
    for (const change of wrong) {
      expect((await redeem(await codeFor(), change)).body).toEqual({ error: 'invalid_grant' });
    }
    const code = await codeFor();
    const good = await redeem(code);
    expect(good.status).toBe(200);
    expect((await redeem(code)).body).toEqual({ error: 'invalid_grant' });
    expect((await userInfo(good.body['access_token'])).body).toEqual({
      sub: 'alice@acme.example',
      name: 'Alice Adams',
      email: 'alice@acme.example',
      email_verified: true,
      groups: ['admins', 'sales'],
    });
  });

  test('is not redeemed without a client secret', async () => {
    expect((await redeem(await codeFor(), { client_secret: '' })).body).toEqual({ error: 'invalid_client' });
  });
});

describe('a refresh token', () => {
  test('rotates, and is issued only on request', async () => {
    const { body } = await redeem(await codeFor());
    const next = await renew(body['refresh_token']);
    expect(next.status).toBe(200);
    expect((await renew(body['refresh_token'])).body).toEqual({ error: 'invalid_grant' });
    expect((await redeem(await codeFor({ scope: 'openid' }))).body).not.toHaveProperty('refresh_token');
  });

  test('is refused after its revocation', async () => {
    const { body } = await redeem(await codeFor());
    const revoked = new URLSearchParams({ token: body['refresh_token'] ?? '' });
    expect((await fetch(`${issuer}/revoke`, { method: 'POST', body: revoked })).status).toBe(200);
    expect((await renew(body['refresh_token'])).status).toBe(400);
  });
});

test('userinfo is refused for anything but an access token', async () => {
  const { body } = await redeem(await codeFor());
  for (const wrong of ['', 'x', body['refresh_token'], body['id_token']]) {
    expect((await userInfo(wrong)).status).toBe(401);
  }
});

describe('the sign-in page', () => {
  test('shows foreign text as text', async () => {
    const changes = { client_id: hostile, scope: hostile, state: hostile };
    const response = await fetch(`${issuer}/authorize?${query(changes)}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script');
  });

  test.each([
    [{ redirect_uri: 'javascript:alert(1)' }],
    [{ redirect_uri: '' }],
    [{ response_type: 'token' }],
    [{ client_id: '' }],
  ])('refuses %j', async (changes) => {
    expect((await fetch(`${issuer}/authorize?${query(changes as Record<string, string>)}`)).status).toBe(400);
  });

  test('refuses an unknown fault', async () => {
    const body = new URLSearchParams({ fault: 'nonsense' });
    const headers = { accept: 'application/json' };
    const response = await fetch(`${issuer}/answer?${query()}`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('is not one of none, ');
  });
});

test('the overview explains how to connect', async () => {
  const html = await (await fetch(`${latchkey.baseUrl}/dev/idp?name=acme`)).text();
  expect(html).toContain(`${issuer}/.well-known/openid-configuration`);
});
