import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, type RequestOptions, startLatchkey } from '../../test/harness.ts';

const app = 'https://good.example';
const production = {
  LATCHKEY_MODE: 'production',
  LATCHKEY_ALLOW_HTTP: 'true',
  LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64'),
};

let latchkey: Latchkey;
let other: { projectId: string; managementKey: string };

beforeAll(async () => {
  latchkey = await startLatchkey(production);
  other = await latchkey.addProject();
  await allow(`${latchkey.projectId}:${latchkey.managementKey}`, [app, 'http://intranet.example:8080']);
  await allow(`${other.projectId}:${other.managementKey}`, ['https://other.example']);
});
afterAll(() => latchkey.close());

async function allow(bearer: string, allowedOrigins: string[]) {
  const changed = await latchkey.request('POST', '/v1/mgmt/project/settings', {
    bearer,
    body: { allowedOrigins },
  });
  expect(changed.status).toBe(200);
}

function preflight(origin: string, path = '/v1/auth/refresh', from = latchkey) {
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,x-descope-sdk-name',
  };
  return from.request('OPTIONS', path, { bearer: null, headers });
}

function ask(origin: string | undefined, method: string, path: string, options: RequestOptions = {}) {
  const headers = { ...(origin !== undefined && { origin }), ...options.headers };
  return latchkey.request(method, path, { ...options, headers });
}

const foreign = [
  'null',
  'https://good.example.evil.test',
  'https://evil.test',
  'http://good.example',
  'https://good.example:444',
  'https://sub.good.example',
  'https://good.example.',
  'https://GOOD.example',
  'https://good.example/',
  'https://good.example, https://evil.test',
  'https://good.example@evil.test',
  'http://intranet.example',
  'http://localhost:3000',
  'file://',
  '*',
  '',
];

describe('a preflight', () => {
  test('from an allowed origin lists the allowed methods and headers, and its lifetime', async () => {
    const { status, headers, body } = await preflight(app);
    expect(status).toBe(204);
    expect(body).toBe('');
    expect(headers.get('access-control-allow-origin')).toBe(app);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-max-age')).toBe('7200');
    expect(headers.get('vary')).toBe('Origin');
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE');
    const allowed = headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type', 'x-descope-sdk-name']));
    expect(allowed).not.toContain('*');
  });

  test.each(foreign)('from %j gets no permission', async (origin) => {
    const { headers } = await preflight(origin);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers.get('vary')).toBe('Origin');
  });

  test('is answered for an origin that any project allows, because it names no project', async () => {
    expect((await preflight('https://other.example')).headers.get('access-control-allow-origin')).toBe(
      'https://other.example',
    );
  });

  test('is answered for keys and for unknown routes, but for no other page', async () => {
    const keys = await preflight(app, `/v2/keys/${latchkey.projectId}`);
    expect(keys).toMatchObject({ status: 204 });
    expect((await preflight(app, '/v1/flow/start')).status).toBe(204);
    expect((await preflight(app, '/healthz')).status).toBe(405);
    expect((await preflight(app, '/v1/auth/saml/acs')).status).toBe(405);
    expect((await preflight(app, '/v1/nothing')).status).toBe(404);
    expect((await preflight(app, '/healthz')).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is not every OPTIONS request', async () => {
    const { status, headers } = await ask(app, 'OPTIONS', '/v1/auth/refresh');
    expect(status).toBe(405);
    expect(headers.get('allow')).not.toContain('OPTIONS');
    expect((await ask(undefined, 'OPTIONS', '/v1/auth/refresh')).status).toBe(405);
  });
});

describe('a response', () => {
  const calls: [string, number, string, string, RequestOptions][] = [
    ['a success', 200, 'POST', '/v1/auth/try-refresh', { body: {} }],
    ['unreadable JSON', 400, 'POST', '/v1/auth/try-refresh', { rawBody: '{', headers: json() }],
    ['no credentials', 401, 'POST', '/v1/auth/try-refresh', { bearer: null, body: {} }],
    ['an unknown project', 401, 'POST', '/v1/auth/try-refresh', { bearer: `P${'0'.repeat(27)}`, body: {} }],
    ['no session', 401, 'GET', '/v1/auth/me', {}],
    ['a wrong method', 405, 'DELETE', '/v1/auth/me', {}],
    ['a body that is too large', 413, 'POST', '/v1/auth/try-refresh', large()],
    ['a wrong content type', 415, 'POST', '/v1/auth/try-refresh', { rawBody: 'x' }],
    ['what is not served', 501, 'POST', '/v1/flow/event', { body: {} }],
  ];

  function json() {
    return { 'content-type': 'application/json' };
  }
  function large() {
    return { rawBody: `{"x":"${'x'.repeat(70_000)}"}`, headers: json() };
  }

  test.each(calls)(
    'with %s (%i) is readable by an allowed page',
    async (_what, status, method, path, options) => {
      const answer = await ask(app, method, path, options);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe(app);
      expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
      const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase().split(', ').sort();
      expect(exposed).toEqual([
        'latchkey-stale',
        'retry-after',
        'x-descope-flow-nonce',
        'x-geo',
        'x-request-id',
      ]);
    },
  );

  test.each(calls)(
    'with %s (%i) is hidden from every other page',
    async (_what, status, method, path, options) => {
      for (const origin of foreign) {
        const answer = await ask(origin, method, path, options);
        expect(answer.status).toBe(status);
        expect(answer.headers.get('access-control-allow-origin'), origin).toBeNull();
        expect(answer.headers.get('access-control-allow-credentials'), origin).toBeNull();
      }
    },
  );

  test('is for the origins of its own project, whatever a header says', async () => {
    const headers = { 'x-descope-project-id': other.projectId };
    for (const bearer of [latchkey.projectId, `${latchkey.projectId}:x.y.z`]) {
      const answer = await ask('https://other.example', 'POST', '/v1/auth/try-refresh', {
        bearer,
        headers,
        body: {},
      });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    const own = await ask('https://other.example', 'POST', '/v1/auth/try-refresh', {
      bearer: other.projectId,
      body: {},
    });
    expect(own.headers.get('access-control-allow-origin')).toBe('https://other.example');
  });

  test('with the keys of a project follows the project in the path', async () => {
    const keys = (origin?: string) => ask(origin, 'GET', `/v2/keys/${latchkey.projectId}`, { bearer: null });
    expect((await keys(app)).headers.get('access-control-allow-origin')).toBe(app);
    expect((await keys('https://other.example')).headers.get('access-control-allow-origin')).toBeNull();
    const plain = await keys();
    expect(plain.headers.get('vary')).toBe('Origin');
    expect(plain.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('to a page of this server itself is readable', async () => {
    const { headers } = await ask(latchkey.baseUrl, 'POST', '/v1/auth/try-refresh', { body: {} });
    expect(headers.get('access-control-allow-origin')).toBe(latchkey.baseUrl);
  });

  test('follows changed settings at once', async () => {
    const bearer = `${other.projectId}:${other.managementKey}`;
    const read = async () => {
      const answer = await ask('https://late.example', 'GET', '/v1/auth/me', { bearer: other.projectId });
      return answer.headers.get('access-control-allow-origin');
    };
    expect(await read()).toBeNull();
    await allow(bearer, ['https://other.example', 'https://late.example']);
    expect(await read()).toBe('https://late.example');
    expect((await preflight('https://late.example')).headers.get('access-control-allow-origin')).toBe(
      'https://late.example',
    );
  });
});

test('development allows every loopback origin, and no other', async () => {
  const development = await startLatchkey();
  const allowed = async (origin: string) =>
    (await preflight(origin, '/v1/auth/refresh', development)).headers.get('access-control-allow-origin');
  for (const origin of [
    'http://localhost:3000',
    'https://localhost',
    'http://127.0.0.1:1',
    'http://[::1]:80',
  ])
    expect(await allowed(origin)).toBe(origin === 'http://[::1]:80' ? null : origin);
  for (const origin of ['http://localhost.evil.test', 'http://localhost:3000/', 'null', 'http://10.0.0.1'])
    expect(await allowed(origin)).toBeNull();
  await development.close();
});
