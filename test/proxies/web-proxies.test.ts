import { request } from 'node:https';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FormBrowser } from '../browser.ts';
import { type Certificate, trustedCertificate } from '../counterparts/certificate.ts';
import { freePort, type Program } from '../counterparts/program.ts';
import { newSqlitePlace, type Place, type ServerProcess, startServer } from '../latchkey-process.ts';
import { startSilentNginx, webProxies } from './web-proxies.ts';

const managementKey = 'k'.repeat(43);
const projectId = `P${'web-proxies'.replace('-', '').padEnd(27, '0')}`;
const password = 'a long sentence with rain in it';
const loginId = 'ann@example.com';
const back = 'https://app.example.com/callback';

let certificate: Certificate;
let place: Place;
let instance: ServerProcess | undefined;
let proxy: Program | undefined;
let port: number;

beforeAll(() => {
  certificate = trustedCertificate();
});

async function serveBehind(start: (typeof webProxies)[number]['start'], trusted: string): Promise<void> {
  place = await newSqlitePlace();
  port = await freePort();
  const instancePort = await freePort();
  instance = await startServer(place, {
    LATCHKEY_MODE: 'production',
    PORT: String(instancePort),
    LATCHKEY_TRUSTED_PROXIES: trusted,
    LATCHKEY_BASE_URL: `https://localhost:${port}`,
    LATCHKEY_PROJECT_ID: projectId,
    LATCHKEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    LATCHKEY_MANAGEMENT_KEY: managementKey,
  });
  proxy = await start({ port, instance: instancePort, certificate });
  await manage('/v1/mgmt/project/settings', {
    redirectUrls: [back],
    rateLimits: { signInPerAddress: { requests: 5, seconds: 300 } },
  });
  await manage('/v1/mgmt/user/create', { loginId, email: loginId, verifiedEmail: true });
  await manage('/v1/mgmt/user/password/set/active', { loginId, password });
}

async function stop(): Promise<void> {
  await proxy?.stop();
  instance?.kill('SIGKILL');
  await instance?.exited;
  await place?.remove();
  [proxy, instance] = [undefined, undefined];
}

interface Asked {
  method?: string;
  body?: unknown;
  bearer?: string;
  headers?: Record<string, string>;
  /** The address of the visitor. All of 127.0.0.0/8 is this machine. */
  from?: string;
}

/** Sends a request to the proxy. */
function ask(
  path: string,
  { method = 'POST', body, bearer = projectId, headers, from = '127.0.0.1' }: Asked,
) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path,
      method,
      localAddress: from,
      ca: certificate.cert,
      headers: {
        host: `localhost:${port}`,
        authorization: `Bearer ${bearer}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      agent: false,
    });
    sent.on('error', reject);
    sent.on('response', async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      resolve({ status: response.statusCode ?? 0, text });
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function manage(path: string, body?: object) {
  const method = body ? 'POST' : 'GET';
  const { status, text } = await ask(path, { method, body, bearer: `${projectId}:${managementKey}` });
  expect(status, text).toBe(200);
  return JSON.parse(text);
}

const guess = async (from: string, headers = {}) =>
  (
    await ask('/v1/auth/password/signin', {
      body: { loginId: `${from}@example.com`, password: 'wrong' },
      from,
      headers,
    })
  ).status;

async function guesses(count: number, from: string, headers: (index: number) => object = () => ({})) {
  const statuses = [];
  for (let index = 0; index < count; index += 1) statuses.push(await guess(from, headers(index)));
  return statuses;
}

const limited = [401, 401, 401, 401, 401, 429, 429, 429];

describe.each(webProxies)('behind $name', ({ name, missing, start }) => {
  if (missing) {
    test.skip(`${name} (${missing})`, () => {});
    return;
  }
  beforeAll(() => serveBehind(start, '127.0.0.1,::1'));
  afterAll(stop);

  test('each visitor has a limit of their own, whatever addresses they write into their requests', async () => {
    expect(await guesses(8, '127.0.0.2')).toEqual(limited);
    const spoofed = (index: number) => ({
      'x-forwarded-for': `203.0.113.${index}`,
      'x-real-ip': `203.0.113.${index}`,
      forwarded: `for=203.0.113.${index}`,
    });
    expect(await guesses(8, '127.0.0.3', spoofed)).toEqual(limited);
    expect(await guesses(1, '127.0.0.4')).toEqual([401]);
  });

  test('links and issuers have the public address, whatever host and scheme the request names', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const { text } = await ask(`/${projectId}/.well-known/openid-configuration`, { method: 'GET', headers });
    expect(JSON.parse(text).issuer).toMatch(new RegExp(`^https://localhost:${port}/`));
    expect(text).not.toContain('evil.example');
    await manage('/v1/mgmt/user/create/test', {
      loginId: 'test@example.com',
      email: 'test@example.com',
      test: true,
    });
    const link = await ask('/v1/mgmt/tests/generate/magiclink', {
      body: { loginId: 'test@example.com', deliveryMethod: 'email' },
      headers,
      bearer: `${projectId}:${managementKey}`,
    });
    expect(JSON.parse(link.text).link, link.text).toMatch(new RegExp(`^https://localhost:${port}/verify`));
  });

  test('a user signs in on the hosted page, and its cookies are for https only', async () => {
    const browser = new FormBrowser({ baseUrl: `https://localhost:${port}` });
    const at = `/login/${projectId}?${new URLSearchParams({ redirectUrl: back, state: 'abc' })}`;
    const first = await browser.get(at);
    expect(first.status).toBe(200);
    const asked = await browser.submit(at, { loginId });
    const done = await browser.submit(asked.path, { password });
    expect(done.path).toMatch(/^https:\/\/app\.example\.com\/callback\?.*code=/);
    const cookies = [first, asked, done].flatMap(({ headers }) => headers.getSetCookie());
    expect(cookies.length).toBeGreaterThan(0);
    expect(cookies.filter((cookie) => !/; Secure/i.test(cookie))).toEqual([]);
    const code = new URL(done.path).searchParams.get('code');
    expect((await ask('/v1/auth/oauth/exchange', { body: { code } })).status).toBe(200);
  });

  test('large bodies and health checks pass, and metrics do not', async () => {
    const files = { 'settings.json': { redirectUrls: [back] }, 'filler.json': { x: 'x'.repeat(2 ** 21) } };
    const { status } = await ask('/v1/mgmt/project/snapshot/validate', {
      body: { files },
      bearer: `${projectId}:${managementKey}`,
    });
    expect([200, 400]).toContain(status);
    expect((await ask('/healthz', { method: 'GET' })).status).toBe(200);
    expect((await ask('/metrics', { method: 'GET' })).status).toBe(404);
  });
});

const nginx = webProxies.find(({ name }) => name === 'nginx');

describe('a proxy that forwards no addresses', () => {
  afterEach(stop);

  test.skipIf(nginx?.missing).each([
    ['is not named', ''],
    ['is named', '127.0.0.1,::1'],
  ])('makes all visitors one limited client, whether it is named or not: it %s', async (_what, trusted) => {
    await serveBehind(startSilentNginx, trusted);
    expect(await guesses(8, '127.0.0.2')).toEqual(limited);
    expect(await guess('127.0.0.3')).toBe(429);
    expect(instance!.output().includes('LATCHKEY_TRUSTED_PROXIES is not set')).toBe(trusted === '');
  });
});
