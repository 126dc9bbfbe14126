import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';
import { type RecordingServer, sendJson, startRecordingServer } from './test/recording-server.ts';

interface TestKey {
  id: string;
  algorithm: 'RS256' | 'ES256';
  privateKey: CryptoKey;
  jwk: JWK;
}

const projectId = 'P2aAc4T2V93bddihGEx2Ryhc8e5Z';
let server: RecordingServer;
let keys: TestKey[];
let rsa: TestKey;
let ec: TestKey;
let unpublished: TestKey;

beforeAll(async () => {
  server = await startRecordingServer();
  rsa = await makeKey('rsa-1', 'RS256');
  ec = await makeKey('ec-1', 'ES256');
  unpublished = await makeKey('ec-2', 'ES256');
});
afterAll(() => server.close());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  server.requests.length = 0;
  keys = [rsa, ec];
  server.answer = (_request, response) => sendJson(response, 200, { keys: keys.map(({ jwk }) => jwk) });
});
afterEach(() => {
  vi.useRealTimers();
});

async function makeKey(id: string, algorithm: 'RS256' | 'ES256'): Promise<TestKey> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return {
    id,
    algorithm,
    privateKey,
    jwk: { ...(await exportJWK(publicKey)), kid: id, alg: algorithm, use: 'sig' },
  };
}

const seconds = () => Math.floor(Date.now() / 1000);

function sign(key: TestKey, changes: Record<string, unknown> = {}, header: Record<string, unknown> = {}) {
  const claims = {
    sub: 'U1',
    drn: 'DS',
    iss: `https://auth.example.com/v1/apps/${projectId}`,
    iat: seconds(),
    exp: seconds() + 600,
    ...changes,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: key.algorithm, kid: key.id, ...header })
    .sign(key.privateKey);
}

const newClient = () => createClient({ projectId, managementKey: 'K1', baseUrl: server.url });
const passMs = (ms: number) => vi.setSystemTime(Date.now() + ms);
const refusedAs = (errorMessage: string) => ({
  ok: false,
  code: 401,
  error: { errorCode: 'E064002', errorDescription: 'A valid session is required', errorMessage },
});

test('sessions signed with RS256 and ES256 are valid, and one load of the keys serves many checks', async () => {
  const client = newClient();
  for (const key of [rsa, ec]) {
    const token = await sign(key, { roles: ['admin'], country: 'ä' });
    const [first, second] = await Promise.all([client.validateSession(token), client.validateSession(token)]);
    expect(first).toMatchObject({ ok: true, data: { sub: 'U1', roles: ['admin'], country: 'ä' } });
    expect(second).toEqual(first);
  }
  expect(server.requests).toMatchObject([
    { method: 'GET', url: `/v2/keys/${projectId}`, headers: { authorization: `Bearer ${projectId}` } },
  ]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['that has expired', { exp: seconds() - 6 }, 'The session JWT has expired'],
  ['without an expiry', { exp: undefined }, 'The session JWT has expired'],
  ['from the future', { nbf: seconds() + 60 }, 'The session JWT is not valid yet'],
  ['that is a refresh JWT', { drn: 'DSR' }, 'The token is not a session JWT'],
  [
    'of another project',
    { iss: 'https://auth.example.com/P2bbbbbbbbbbbbbbbbbbbbbbbbbb' },
    'The token belongs to another project',
  ],
  [
    'whose issuer only begins with the project',
    { iss: `${projectId}/x` },
    'The token belongs to another project',
  ],
  ['without a user', { sub: undefined }, 'The token has no user ID'],
])('a token %s is refused', async (_what, changes, message) => {
  expect(await newClient().validateSession(await sign(rsa, changes))).toEqual(refusedAs(message));
});

test('clocks may differ by five seconds', async () => {
  const client = newClient();
  for (const changes of [{ exp: seconds() - 3 }, { nbf: seconds() + 3 }, { iss: projectId }]) {
    expect(await client.validateSession(await sign(ec, changes))).toMatchObject({ ok: true });
  }
});

test('a modified token is refused', async () => {
  const [header, , signature] = (await sign(ec)).split('.');
  const claims = Buffer.from(JSON.stringify({ sub: 'U2', drn: 'DS', iss: projectId, exp: seconds() + 600 }));
  const changed = `${header}.${claims.toString('base64url')}.${signature}`;
  expect(await newClient().validateSession(changed)).toEqual(refusedAs('The signature is not valid'));
});

test('the token does not choose its algorithm', async () => {
  const claims = Buffer.from(JSON.stringify({ sub: 'U1', drn: 'DS', iss: projectId, exp: seconds() + 600 }));
  for (const alg of ['none', 'HS256', 'ES256']) {
    const header = Buffer.from(JSON.stringify({ alg, kid: 'rsa-1' })).toString('base64url');
    const token = `${header}.${claims.toString('base64url')}.${'A'.repeat(86)}`;
    expect(await newClient().validateSession(token)).toEqual(
      refusedAs('The token was signed with an unknown key'),
    );
  }
});

test('a token with a critical extension is refused', async () => {
  const token = await sign(ec, {}, { crit: ['b64'], b64: true });
  expect(await newClient().validateSession(token)).toEqual(refusedAs('The token type is not supported'));
});

test.each(['', 'a', 'a.b', 'a.b.c', '..', 'e30.e30.e30', 'W10.W10.AA', undefined as never])(
  'text that is not a token is refused without loading keys: %s',
  async (token) => {
    expect(await newClient().validateSession(token)).toMatchObject({ ok: false, code: 401 });
    expect(server.requests).toEqual([]);
  },
);

test('a new key is found, with at most one request in ten seconds', async () => {
  const client = newClient();
  const token = await sign(unpublished, { exp: seconds() + 7_200 });
  await client.validateSession(await sign(rsa));
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await client.validateSession(token)).toEqual(
      refusedAs('The token was signed with an unknown key'),
    );
  }
  expect(server.requests).toHaveLength(1);
  keys.push(unpublished);
  passMs(10_000);
  expect(await client.validateSession(token)).toMatchObject({ ok: true });
  expect(server.requests).toHaveLength(2);
});

test('a withdrawn key is trusted for one hour at most', async () => {
  const client = newClient();
  const token = await sign(rsa, { exp: seconds() + 7_200 });
  expect(await client.validateSession(token)).toMatchObject({ ok: true });
  keys = [ec];
  passMs(59 * 60_000);
  expect(await client.validateSession(token)).toMatchObject({ ok: true });
  passMs(60_000);
  expect(await client.validateSession(token)).toEqual(refusedAs('The token was signed with an unknown key'));
});

test('known keys stay in use while the service cannot be reached, and an unknown key then gives no verdict on the token', async () => {
  const client = newClient();
  const token = await sign(rsa, { exp: seconds() + 7_200 });
  server.answer = (_request, response) => response.socket?.destroy();
  expect(await client.validateSession(token)).toMatchObject({
    ok: false,
    code: 0,
    error: { errorCode: 'network' },
  });
  expect(await client.validateSession(token)).toMatchObject({
    ok: false,
    code: 0,
    error: { errorCode: 'network' },
  });
  expect(server.requests).toHaveLength(1);
  passMs(1_000);
  server.answer = (_request, response) => sendJson(response, 200, { keys: keys.map(({ jwk }) => jwk) });
  expect(await client.validateSession(token)).toMatchObject({ ok: true });
  passMs(60 * 60_000);
  server.answer = (_request, response) => response.socket?.destroy();
  expect(await client.validateSession(token)).toMatchObject({ ok: true });
});

test('keys of unknown types do not hide the others', async () => {
  const { kid: _kid, ...nameless } = ec.jwk;
  const odd = [
    null,
    {},
    nameless,
    { kty: 'OKP', kid: 'a' },
    { ...ec.jwk, kid: 'b', use: 'enc' },
    { ...rsa.jwk, kid: 'c', n: '' },
  ];
  server.answer = (_request, response) => sendJson(response, 200, { keys: [...odd, rsa.jwk] });
  expect(await newClient().validateSession(await sign(rsa))).toMatchObject({ ok: true });
});

test('a valid session is not refreshed', async () => {
  const sessionJwt = await sign(rsa);
  expect(await newClient().validateAndRefresh(sessionJwt, 'r.r.r')).toMatchObject({
    ok: true,
    data: { claims: { sub: 'U1' }, sessionJwt, refreshJwt: 'r.r.r', refreshed: false },
  });
});

test('an expired or missing session is refreshed, and the new tokens are returned', async () => {
  const fresh = await sign(rsa, { sub: 'U1' });
  server.answer = ({ url }, response) =>
    url === '/v1/auth/refresh'
      ? sendJson(response, 200, { sessionJwt: fresh, refreshJwt: 'n.n.n' })
      : sendJson(response, 200, { keys: [rsa.jwk] });
  for (const sessionJwt of [await sign(rsa, { exp: seconds() - 60 }), undefined, null]) {
    expect(await newClient().validateAndRefresh(sessionJwt, 'r.r.r')).toMatchObject({
      ok: true,
      data: { claims: { sub: 'U1' }, sessionJwt: fresh, refreshJwt: 'n.n.n', refreshed: true },
    });
  }
  const refresh = server.requests.find(({ url }) => url === '/v1/auth/refresh');
  expect(refresh?.headers.authorization).toBe(`Bearer ${projectId}:r.r.r`);
});

test('a new refresh JWT is not lost when the keys cannot be loaded', async () => {
  const fresh = await sign(rsa);
  server.answer = ({ url }, response) =>
    url === '/v1/auth/refresh'
      ? sendJson(response, 200, { sessionJwt: fresh, refreshJwt: 'n.n.n' })
      : sendJson(response, 500, {});
  expect(await newClient().validateAndRefresh(undefined, 'r.r.r')).toMatchObject({
    ok: true,
    data: { refreshJwt: 'n.n.n' },
  });
});

test('the refresh JWT is not spent while it is unknown whether the session is valid', async () => {
  server.answer = (_request, response) => sendJson(response, 500, {});
  expect(await newClient().validateAndRefresh(await sign(rsa), 'r.r.r')).toMatchObject({
    ok: false,
    code: 500,
  });
  expect(server.requests.map(({ url }) => url)).toEqual([`/v2/keys/${projectId}`]);
});

test('a refused refresh is reported to the caller', async () => {
  const refusal = { errorCode: 'E064001', errorDescription: 'x', errorMessage: 'y' };
  server.answer = (_request, response) => sendJson(response, 401, refusal);
  expect(await newClient().validateAndRefresh(undefined, 'r.r.r')).toEqual({
    ok: false,
    code: 401,
    error: refusal,
  });
});
