import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { testOnce, testOnPostgres } from '../../../test/engine.ts';
import {
  createUser,
  loadUser,
  newEmptyPlace,
  newPlace,
  type Place,
  prepare,
  runLatchkey,
  type ServerProcess,
  startServer,
} from '../../../test/latchkey-process.ts';

let place: Place;
let servers: ServerProcess[];

beforeEach(async () => {
  place = await newPlace();
  servers = [];
});

afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map(({ exited }) => exited));
  await place.remove();
});

async function emptyPlace(): Promise<void> {
  await place.remove();
  place = await newEmptyPlace();
}

async function serve(env = {}): Promise<ServerProcess> {
  const server = await startServer(place, env);
  servers.push(server);
  return server;
}

async function stop(server: ServerProcess): Promise<number | NodeJS.Signals> {
  server.kill('SIGTERM');
  return server.exited;
}

test('the first start shows a key that works, and no later start shows it again', async () => {
  await emptyPlace();
  const first = await serve();
  const key = first.start.managementKey!;
  expect(await createUser(first, key, 'ada@example.com')).toBe(200);
  // With port 0, the service picks a free port and derives the base URL from it.
  expect(first.start.baseUrl).toMatch(/^http:\/\/localhost:[1-9]\d+$/);
  expect(await stop(first)).toBe(0);

  const second = await serve();
  expect(second.start.projectId).toBe(first.start.projectId);
  expect(second.start.managementKey).toBeUndefined();
  expect(second.stdout()).not.toContain(key);
  expect(await loadUser(second, key, 'ada@example.com')).toBe(200);
});

test('the project and the key of the environment are created once, whatever existed before', async () => {
  const managementKey = randomBytes(32).toString('base64url');
  const given = { LATCHKEY_PROJECT_ID: `P${'a'.repeat(27)}`, LATCHKEY_MANAGEMENT_KEY: managementKey };
  for (let attempt = 0; attempt < 2; attempt++) {
    const server = await serve(given);
    expect(server.start.projectId).toBe(given.LATCHKEY_PROJECT_ID);
    expect(server.stdout()).not.toContain(managementKey);
    expect(await createUser(server, managementKey, `user${attempt}@example.com`)).toBe(200);
    expect(await stop(server)).toBe(0);
  }
  const { stdout } = await runCommandHere(place, ['key', 'list', '--json']);
  expect(JSON.parse(stdout)).toHaveLength(1);
});

testOnce(
  'the metrics are on a port of their own, which has nothing else and closes with the server',
  async () => {
    const server = await serve({ LATCHKEY_METRICS_PORT: '0' });
    const { baseUrl, metricsUrl = '' } = server.start;
    expect(new URL(metricsUrl).port).not.toBe(new URL(baseUrl).port);
    const metrics = await fetch(metricsUrl);
    expect(metrics.headers.get('content-type')).toContain('text/plain; version=');
    expect(await metrics.text()).toContain('latchkey_database{');
    const statuses = [
      await fetch(new URL('/readyz', metricsUrl)),
      await fetch(new URL('/', metricsUrl)),
      await fetch(metricsUrl, { method: 'POST', body: 'x' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 405]);
    // A connection that stays open does not keep the process from ending.
    expect(await stop(server)).toBe(0);
  },
);

test('instances that start together on an empty database create one project and one key', async () => {
  await emptyPlace();
  const started = await Promise.all([serve(), serve(), serve()]);
  const keys = started.flatMap(({ start }) => start.managementKey ?? []);
  expect(keys).toHaveLength(1);
  expect(new Set(started.map(({ start }) => start.projectId)).size).toBe(1);
  for (const [index, server] of started.entries()) {
    expect(await createUser(server, keys[0]!, `user${index}@example.com`)).toBe(200);
  }
});

/** Starts a request whose body the server waits for. */
async function beginRequest(
  { start }: ServerProcess,
  length: number,
  address = '127.0.0.1',
): Promise<Socket> {
  const socket = connect(Number(new URL(start.baseUrl).port), address);
  socket.write(
    'POST /v1/mgmt/user/create HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
      `authorization: Bearer ${start.projectId}:${start.managementKey}\r\n` +
      `expect: 100-continue\r\ncontent-length: ${length}\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 100 /);
  return socket;
}

testOnce(
  'development serves both loopback addresses, and opens pages at localhost, where passkeys work',
  async () => {
    await emptyPlace();
    const server = await serve();
    const { baseUrl, projectId } = server.start;
    const { host, port } = new URL(baseUrl);
    const other = `127.0.0.1:${port}`;
    // `fetch` names its own mode.
    const open = async (at: string, headers: OutgoingHttpHeaders) => {
      const asked = get(`http://${at}/console/?next=1`, { headers });
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      response.resume();
      return [response.statusCode, response.headers.location];
    };
    const page = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect(await open(other, page)).toEqual([307, `${baseUrl}/console/?next=1`]);
    expect(await open(host, page)).toEqual([200, undefined]);
    // Programs, frames and scripts are answered where they ask.
    for (const headers of [{}, { 'sec-fetch-mode': 'cors' }, { ...page, 'sec-fetch-dest': 'iframe' }])
      expect(await open(other, headers)).toEqual([200, undefined]);
    const hasIpv6 = networkInterfaces()['lo']?.some(({ family }) => family === 'IPv6') ?? false;
    for (const at of ['127.0.0.1', 'localhost', ...(hasIpv6 ? ['[::1]'] : [])])
      expect((await fetch(`http://${at}:${port}/v2/keys/${projectId}`)).status).toBe(200);

    // A request at the second address is finished like one at the first, and idle connections are closed.
    const socket = await beginRequest(server, 2, hasIpv6 ? '::1' : '127.0.0.1');
    const stopped = stop(server);
    socket.write('{}');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('HTTP/1.1 400');
    expect(await stopped).toBe(0);
  },
);

testOnce('at SIGTERM the request in flight is answered and the exit code is 0', async () => {
  const server = await serve();
  const body = JSON.stringify({ loginId: 'late@example.com' });
  const socket = await beginRequest(server, body.length);
  // The client keeps this idle connection alive; it must not delay the stop.
  const idle = await fetch(`${server.start.baseUrl}/healthz`);
  await idle.text();
  // Nor must a connection that a browser opened in advance.
  const unused = connect(Number(new URL(server.start.baseUrl).port), '127.0.0.1').on('error', () => {});
  await once(unused, 'connect');
  server.kill('SIGTERM');
  await expect.poll(() => server.stdout()).toContain('finishing the requests in flight');
  socket.write(body);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  expect(await server.exited).toBe(0);
  expect(server.stdout()).not.toContain('aborted');
  const again = await serve();
  expect(await loadUser(again, server.start.managementKey!, 'late@example.com')).toBe(200);
});

testOnce('when its output is no longer read, it continues to serve and stops normally', async () => {
  const server = await serve();
  server.stopReading();
  expect(await createUser(server, server.start.managementKey!, 'ada@example.com')).toBe(200);
  expect(await stop(server)).toBe(0);
});

testOnce(
  'on a terminal the start prints a block, a taken port is reported on one line, and a second signal ends the process',
  async () => {
    const server = await serve({ LATCHKEY_LOG: 'pretty' });
    const block = server.stdout();
    expect(block).toMatch(/ {2}Base URL {8}http:\/\/localhost:\d+\n/);
    expect(block).toMatch(/ {2}Project ID {6}P[0-9A-Za-z]{27}\n {2}Management key {2}[\w-]{43}\n/);
    expect(block).toMatch(/ {2}Console {9}http:\/\/localhost:\d+\/console\/start#[\w-]{43}\n/);

    // The key of a first start is not lost.
    const { port } = new URL(server.start.baseUrl);
    const other = await newPlace();
    const { code, stdout, stderr } = await runLatchkey(other, ['serve'], { PORT: port });
    await other.remove();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `127.0.0.1:${port} is in use by another process. Stop that process, or set PORT to another port.\n`,
    );
    expect(JSON.parse(stdout)).toMatchObject({ managementKey: expect.any(String) });

    const managementKey = /Management key {2}(\S+)/.exec(block)?.[1] ?? '';
    const socket = await beginRequest({ ...server, start: { ...server.start, managementKey } }, 10);
    socket.on('error', () => {});
    server.kill('SIGINT');
    await expect.poll(() => server.stdout()).toContain('finishing the requests in flight');
    // A signal that immediately follows the first one counts as the same signal.
    const again = setInterval(() => server.kill('SIGINT'), 50);
    expect(await server.exited).toBe(130);
    clearInterval(again);
  },
);

testOnce('a data folder that cannot be created is reported on one line', async () => {
  const file = join(place.dataDir, 'file');
  writeFileSync(file, '');
  const { code, stderr } = await runCommandHere(place, ['serve'], { LATCHKEY_DATA_DIR: join(file, 'data') });
  expect(code).toBe(1);
  expect(stderr).toContain('LATCHKEY_DATA_DIR');
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

/** Runs in a separate process, to show that nothing opened earlier keeps it alive. */
testOnce('a PostgreSQL that does not answer is reported on one line, without the password', async () => {
  const { code, stderr } = await runLatchkey(place, ['serve'], {
    DATABASE_URL: 'postgres://latchkey:hunter2@127.0.0.1:1/latchkey',
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^PostgreSQL cannot be reached \(.*127\.0\.0\.1:1\)\. Check DATABASE_URL/);
  expect(stderr).not.toContain('hunter2');
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('a secret key other than the one that sealed the database is refused', async () => {
  await prepare(place);
  const env = { LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64') };
  for (const command of [['serve'], ['rotate-keys']]) {
    const { code, stderr } = await runCommandHere(place, command, env);
    expect(code).toBe(1);
    expect(stderr).toContain('LATCHKEY_SECRET_KEY is not the one that sealed the secrets in this database');
  }
});

test('a database migrated by a newer version is refused', async () => {
  await prepare(place);
  await place.execute("insert into kysely_migration (name, timestamp) values ('9999-newer', '')");
  for (const command of [['serve'], ['migrate'], ['key', 'list']]) {
    const { code, stderr } = await runCommandHere(place, command);
    expect(code).toBe(1);
    expect(stderr).toContain('9999-newer');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }
});

const secretKey = randomBytes(32).toString('base64');

const incomplete: [what: string, env: Record<string, string>, message: string][] = [
  ['a secret key', { LATCHKEY_BASE_URL: 'https://auth.example.com' }, 'LATCHKEY_SECRET_KEY is missing'],
  ['an address', { LATCHKEY_SECRET_KEY: secretKey }, 'LATCHKEY_BASE_URL must be an https URL'],
  [
    'https in its address',
    { LATCHKEY_SECRET_KEY: secretKey, LATCHKEY_BASE_URL: 'http://auth.example.com' },
    'LATCHKEY_BASE_URL must be an https URL',
  ],
];

for (const [what, env, message] of incomplete) {
  testOnce(`production refuses to start without ${what}`, async () => {
    const { code, stdout, stderr } = await runCommandHere(place, ['serve'], { LATCHKEY_MODE: '', ...env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
}

testOnce('production starts without https when that is allowed explicitly', async () => {
  const server = await serve({
    LATCHKEY_MODE: '',
    LATCHKEY_SECRET_KEY: secretKey,
    LATCHKEY_ALLOW_HTTP: 'true',
  });
  expect(await createUser(server, server.start.managementKey!, 'ada@example.com')).toBe(200);
});

testOnPostgres('production with PostgreSQL writes nothing to the data folder', async () => {
  const dataDir = join(place.dataDir, 'never');
  const production = {
    LATCHKEY_MODE: 'production',
    LATCHKEY_ALLOW_HTTP: 'true',
    LATCHKEY_SECRET_KEY: secretKey,
  };
  const server = await serve({ ...production, LATCHKEY_DATA_DIR: dataDir });
  expect(await createUser(server, server.start.managementKey!, 'ada@example.com')).toBe(200);
  await stop(server);
  expect(existsSync(dataDir)).toBe(false);
});

testOnce('settings of traces that are not supported are reported on one line', async () => {
  const { code, stderr } = await runCommandHere(place, ['serve'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_TRACES_SAMPLER: 'xray',
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^OTEL_TRACES_SAMPLER is "xray"; it can be always_on, .*\n$/);
});
