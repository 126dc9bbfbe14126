import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';

const production = {
  LATCHKEY_MODE: 'production',
  LATCHKEY_ALLOW_HTTP: 'true',
  LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64'),
};

let developed: Latchkey;
let closed: Latchkey;
let opened: Latchkey;
beforeAll(async () => {
  [developed, closed, opened] = await Promise.all([
    startLatchkey(),
    startLatchkey(production),
    startLatchkey({ ...production, LATCHKEY_API_PAGE: 'true' }),
  ]);
});
afterAll(() => Promise.all([developed, closed, opened].map((latchkey) => latchkey?.close())));

const load = async ({ baseUrl }: Latchkey, path: string) => {
  const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test('the metrics are on the main port in development only', async () => {
  expect(await load(developed, '/metrics')).toMatchObject({
    status: 200,
    text: expect.stringContaining('latchkey_workers 1'),
  });
  for (const latchkey of [closed, opened]) {
    expect((await load(latchkey, '/metrics')).status).toBe(404);
    expect((await load(latchkey, '/readyz')).status).toBe(200);
  }
});

test('the reference is open in production, and sends no request', async () => {
  for (const latchkey of [developed, closed, opened]) {
    for (const path of ['/docs/', '/docs/reference', '/docs/reference/', '/openapi.json']) {
      expect([path, (await load(latchkey, path)).status]).toEqual([
        path,
        path === '/docs/reference' ? 308 : 200,
      ]);
    }
    const { text, headers } = await load(latchkey, '/docs/reference/management.user.create');
    expect(text).toContain('<h1>Create a user</h1>');
    expect(text).not.toContain('<form class="try-it"');
    expect(headers.get('content-security-policy')).not.toContain('connect-src');
  }
});

test('the pages that call the API are closed in production until a setting opens them', async () => {
  const paths = ['/docs/api/', '/docs/api/management.user', '/docs/api/management.user.create'];
  for (const path of paths) {
    expect([path, (await load(developed, path)).status]).toEqual([path, 200]);
    expect([path, (await load(opened, path)).status]).toEqual([path, 200]);
    expect([path, (await load(closed, path)).status]).toEqual([path, 404]);
  }
  expect((await load(closed, '/docs/api')).status).toBe(404);
  expect((await load(opened, '/docs/api')).headers.get('location')).toBe('/docs/api/');
  const { text, headers } = await load(opened, paths[2]!);
  expect(text).toContain('<form class="try-it"');
  expect(headers.get('content-security-policy')).toContain("connect-src 'self'");
  expect((await load(closed, '/docs/reference/management.user.create')).text).not.toContain('/docs/api/');
});

test('a browser that opens the host is led to the console', async () => {
  for (const latchkey of [developed, closed]) {
    const { status, headers } = await load(latchkey, '/');
    expect([status, headers.get('location')]).toEqual([302, '/console/']);
  }
});
