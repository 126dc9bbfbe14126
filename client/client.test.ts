import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientOptions, createClient } from './client.ts';
import { type RecordingServer, sendJson, startRecordingServer } from './test/recording-server.ts';

let server: RecordingServer;

beforeAll(async () => {
  server = await startRecordingServer();
});
afterAll(() => server.close());

test.each<[string, Partial<ClientOptions>]>([
  ['no project', { projectId: '' }],
  ['a project ID with a colon', { projectId: 'P1:key' }],
  ['a project ID that no header can hold', { projectId: 'P 1' }],
  ['a key that no header can hold', { managementKey: 'K1\n' }],
  [
    'two kinds of credentials',
    { managementKey: 'K1', tenantAdministrator: { tenantId: 'T1', refreshJwt: 'a.b.c' } },
  ],
  ['an administrator without a tenant', { tenantAdministrator: { tenantId: '', refreshJwt: 'a.b.c' } }],
  ['an administrator without a token', { tenantAdministrator: { tenantId: 'T1', refreshJwt: '' } }],
  ['no address', { baseUrl: '' }],
  ['half an address', { baseUrl: 'auth.example.com' }],
  ['an address of another scheme', { baseUrl: 'ftp://auth.example.com' }],
  ['an address with a user name', { baseUrl: 'https://ann:secret@auth.example.com' }],
  ['an address with a query', { baseUrl: 'https://auth.example.com/?a=b' }],
  ['no timeout', { timeoutMs: 0 }],
  ['an infinite timeout', { timeoutMs: Number.POSITIVE_INFINITY }],
])('a client with %s is refused', (_what, wrong) => {
  const options = { projectId: 'P1', baseUrl: 'https://auth.example.com', ...wrong };
  expect(() => createClient(options)).toThrow(TypeError);
});

test('a path in the base URL is kept, and trailing slashes are ignored', async () => {
  server.answer = (_request, response) => sendJson(response, 200, { rateLimitTier: 'tier4' });
  for (const ending of ['', '/', '//']) {
    const client = createClient({
      projectId: 'P1',
      managementKey: 'K1',
      baseUrl: `${server.url}/auth${ending}`,
    });
    expect(await client.management.license.get()).toMatchObject({
      ok: true,
      data: { rateLimitTier: 'tier4' },
    });
  }
  expect(new Set(server.requests.map(({ url }) => url))).toEqual(new Set(['/auth/v1/mgmt/license']));
  expect(server.requests[0]?.headers.authorization).toBe('Bearer P1:K1');
});

test.each([
  ['outside a browser', undefined, 'http://localhost:8080'],
  ['on a page', { origin: 'https://app.example.com' }, 'https://app.example.com'],
  ['on a page without an origin', { origin: 'null' }, 'http://localhost:8080'],
])('without a base URL, %s, calls go to the default address', async (_where, location, expected) => {
  const urls: string[] = [];
  const before = Object.getOwnPropertyDescriptor(globalThis, 'location');
  Object.defineProperty(globalThis, 'location', { value: location, configurable: true });
  try {
    const client = createClient({
      projectId: 'P1',
      fetch: async (url) => {
        urls.push(url);
        return Response.json({ rateLimitTier: 'tier4' });
      },
    });
    expect(await client.management.license.get()).toMatchObject({ ok: true });
  } finally {
    if (before) Object.defineProperty(globalThis, 'location', before);
    else Reflect.deleteProperty(globalThis, 'location');
  }
  expect(urls).toEqual([`${expected}/v1/mgmt/license`]);
});

test('a tenant administrator sends their refresh JWT and the tenant on management calls only', async () => {
  server.requests.length = 0;
  server.answer = (_request, response) => sendJson(response, 200, {});
  let refreshJwt = 'a.b.c';
  const client = createClient({
    projectId: 'P1',
    baseUrl: server.url,
    tenantAdministrator: { tenantId: 'T&1', refreshJwt: () => refreshJwt },
  });
  await client.management.user.load('ann');
  refreshJwt = 'd.e.f';
  await client.management.user.searchAll();
  await client.refresh('g.h.i');
  expect(server.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/v1/mgmt/user?loginId=ann&tenant=T%261', 'Bearer P1:a.b.c'],
    ['/v2/mgmt/user/search?tenant=T%261', 'Bearer P1:d.e.f'],
    ['/v1/auth/refresh', 'Bearer P1:g.h.i'],
  ]);
});

test("the caller's own fetch replaces the global one", async () => {
  const urls: string[] = [];
  const client = createClient({
    projectId: 'P1',
    baseUrl: 'https://auth.example.com',
    fetch: async (url) => {
      urls.push(url);
      return Response.json({ rateLimitTier: 'tier4' });
    },
  });
  expect(await client.management.license.get()).toMatchObject({ ok: true });
  expect(urls).toEqual(['https://auth.example.com/v1/mgmt/license']);
});

test('the token comes last in the credentials', async () => {
  server.requests.length = 0;
  server.answer = (_request, response) => sendJson(response, 200, {});
  const client = createClient({ projectId: 'P1', managementKey: 'K1', baseUrl: server.url });
  await client.refresh('a.b.c');
  expect(server.requests).toMatchObject([
    { method: 'POST', url: '/v1/auth/refresh', headers: { authorization: 'Bearer P1:a.b.c' } },
  ]);
});
