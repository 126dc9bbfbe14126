import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCollector } from './counterparts/otlp-collector.ts';
import { onPostgres } from './engine.ts';
import { newPlace, type Place, type ServerProcess, startServer } from './latchkey-process.ts';

/** A folder of its own, because other tests may start `latchkey` meanwhile. */
const folder = fileURLToPath(new URL(`../dist/server-of-test-${process.pid}`, import.meta.url));

const { buildServer, isServerBuilt } = (await import(
  new URL('../scripts/build-server.mjs', import.meta.url).href
)) as { buildServer(folder: string): Promise<void>; isServerBuilt(folder: string): boolean };

let place: Place;
let server: ServerProcess;

beforeAll(async () => {
  await buildServer(folder);
  place = await newPlace();
  server = await startServer(place, {}, [`${folder}/main.js`, 'serve']);
});
afterAll(async () => {
  server?.kill('SIGTERM');
  const code = await server?.exited;
  await place?.remove();
  rmSync(folder, { recursive: true, force: true });
  expect(code).toBe(0);
});

async function post(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${server.start.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.start.projectId}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('the built server signs a user up and in', async () => {
  const loginId = 'ada@example.com';
  const common = await post('/v1/auth/password/signup', { loginId, password: 'passwordpassword' });
  expect(common.status).toBe(400);
  const password = 'rattling tin roof in June';
  const signedUp = await post('/v1/auth/password/signup', { loginId, password });
  expect(signedUp).toMatchObject({ status: 200, body: { refreshJwt: expect.any(String) } });
  const signedIn = await post('/v1/auth/password/signin', { loginId, password });
  expect(signedIn).toMatchObject({ status: 200, body: { sessionJwt: expect.any(String) } });
});

/** Submits the form of a page, like a browser. */
async function submit(page: Response, fields: Record<string, string> = {}): Promise<Response> {
  const text = (await page.text()).replaceAll('&amp;', '&');
  const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(text)!;
  return fetch(new URL(action!, page.url), {
    method: 'POST',
    headers: { origin: server.start.baseUrl },
    body: new URLSearchParams([
      ...hidden.map(([, name, value]) => [name!, value!]),
      ...Object.entries(fields),
    ]),
    redirect: 'manual',
  });
}

test('the built server starts threads: one verifies a SAML response', async () => {
  const choice = await fetch(`${server.start.baseUrl}/dev/demo/sso`);
  const response = await submit(choice, { user: 'alice', fault: 'none' });
  const received = await submit(response);
  expect(received.headers.get('location')).toContain('/v1/auth/saml/finish?');
  const refused = await submit(await submit(await fetch(choice.url), { user: 'alice', fault: 'unsigned' }));
  expect(refused.headers.get('location')).toContain('err=The+Assertion+is+not+signed');
});

test('the built server sends the files beside its source', async () => {
  const { baseUrl } = server.start;
  const page = await (await fetch(`${baseUrl}/dev/idp`)).text();
  const [, stylesheet] = /<link rel="stylesheet" href="([^"]+)"/.exec(page)!;
  const documents = ['/docs', '/docs/reference/management.user.create', '/docs/search?q=sso'];
  for (const path of [stylesheet!, '/openapi.json', ...documents]) {
    const response = await fetch(`${baseUrl}${path}`);
    await response.text();
    expect([path, response.status]).toEqual([path, 200]);
  }
});

test('the built server exports from every worker what is waiting when it stops', async () => {
  const collector = await startCollector();
  const own = await newPlace();
  // Only PostgreSQL can have several workers.
  const workers = onPostgres ? 2 : 1;
  const env = {
    LATCHKEY_MODE: 'production',
    LATCHKEY_ALLOW_HTTP: 'true',
    LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64'),
    LATCHKEY_METRICS_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '60000',
  };
  const program = [`${folder}/main.js`, 'serve', '--workers', String(workers)];
  const traced = await startServer(own, env, program);
  try {
    const metrics = async () => (await fetch(traced.start.metricsUrl!)).text();
    await expect.poll(metrics).toContain(`latchkey_workers ${workers}\n`);
    // New connections go to the workers in turn.
    const headers = { connection: 'close' };
    for (let i = 0; i < 4; i += 1) await (await fetch(`${traced.start.baseUrl}/`, { headers })).text();
    expect(collector.spans).toEqual([]);
    traced.kill('SIGTERM');
    expect(await traced.exited).toBe(0);
    const instances = collector.spans.map(({ resource }) => resource['service.instance.id']);
    expect(new Set(instances).size).toBe(workers);
    expect(collector.spans.map(({ name }) => name)).toContain('GET /');
  } finally {
    traced.kill('SIGKILL');
    await traced.exited;
    await own.remove();
    await collector.close();
  }
});

test('the build is ASCII, and its maps lead to the source all the same', () => {
  const read = (path: string) => readFileSync(path, 'utf8');
  let found = 0;
  for (const file of globSync(`${folder}/*.js`)) {
    const text = read(file);
    expect([file, /[^\0-\x7f]/.exec(text)?.[0]]).toEqual([file, undefined]);
    if (!existsSync(`${file}.map`)) continue;
    const map = new SourceMap(JSON.parse(read(`${file}.map`)));
    for (const [index, line] of text.split('\n').entries()) {
      for (const { 0: thrown, index: column } of line.matchAll(/new ServiceError\(/g)) {
        const entry = map.findEntry(index, column);
        if (!('originalSource' in entry)) continue;
        const source = read(resolve(folder, entry.originalSource)).split('\n')[entry.originalLine]!;
        expect(source.slice(entry.originalColumn, entry.originalColumn + thrown.length)).toBe(thrown);
        found += 1;
      }
    }
  }
  expect(found).toBeGreaterThan(100);
});

test('a build of other sources does not count as built', () => {
  expect(isServerBuilt(folder)).toBe(true);
  const stamp = `${folder}/.built-from`;
  const state = readFileSync(stamp, 'utf8');
  writeFileSync(
    stamp,
    state.replace(/^./, (first) => (first === '0' ? '1' : '0')),
  );
  expect(isServerBuilt(folder)).toBe(false);
  writeFileSync(stamp, state);
});
