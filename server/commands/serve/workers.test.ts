import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { testOnPostgres, testOnSqlite } from '../../../test/engine.ts';
import {
  createUser,
  latchkey,
  loadUser,
  newEmptyPlace,
  type Place,
  runLatchkey,
  type ServerProcess,
  startServer,
} from '../../../test/latchkey-process.ts';

const production = {
  LATCHKEY_MODE: 'production',
  LATCHKEY_ALLOW_HTTP: 'true',
  LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64'),
  LATCHKEY_METRICS_PORT: '0',
};

let place: Place;
let server: ServerProcess | undefined;

beforeEach(async () => {
  place = await newEmptyPlace();
});
afterEach(async () => {
  server?.kill('SIGKILL');
  await server?.exited;
  server = undefined;
  await place.remove();
});

/** Starts two workers, and waits until both of them serve. */
async function serveWithTwo(): Promise<ServerProcess> {
  server = await startServer(place, production, [latchkey, 'serve', '--workers', '2']);
  await expect.poll(() => countServing(server!)).toBe(2);
  return server;
}

/** proc(5): the processes whose parent is the main thread. */
function workersOf({ pid }: ServerProcess): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

/** Each request has a connection of its own, so the workers take turns. */
function fetchAnew({ start }: ServerProcess, path: string): Promise<{ status?: number; text: string }> {
  return fetchUrl(`${start.baseUrl}${path}`);
}

function fetchUrl(url: string): Promise<{ status?: number; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    }).on('error', reject);
  });
}

async function readMetric(server: ServerProcess, name: string): Promise<number> {
  const { text } = await fetchUrl(server.start.metricsUrl!);
  const lines = text.split('\n').filter((line) => line.startsWith(name));
  return lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
}

function countServing(server: ServerProcess): Promise<number> {
  return readMetric(server, 'latchkey_workers');
}

testOnPostgres('several workers serve one port, and print one key and one link', async () => {
  const server = await serveWithTwo();
  const processes = [server.pid, ...workersOf(server)];
  expect(processes).toHaveLength(3);
  // Limits the memory of each (`bin/run-on-node.mjs`).
  for (const pid of processes) {
    const options = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    expect(options).toEqual(expect.arrayContaining(['--max-semi-space-size=8', '--max-old-space-size=1536']));
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain('MALLOC_ARENA_MAX=1');
  }
  expect(server.stdout().match(/"msg":"serving"/g)).toHaveLength(1);
  const key = server.start.managementKey!;
  for (const name of ['ada', 'grace', 'mary', 'joan']) {
    expect(await createUser(server, key, `${name}@example.com`)).toBe(200);
    expect(await loadUser(server, key, `${name}@example.com`)).toBe(200);
  }
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});

testOnPostgres('metrics are the sum of all workers, whichever of them answers', async () => {
  const server = await serveWithTwo();
  for (let index = 0; index < 6; index++) await fetchAnew(server, '/v1/auth/me');
  const counts = await Promise.all(
    [1, 2].map(() => readMetric(server, 'latchkey_request_duration_seconds_count')),
  );
  expect(counts).toEqual([6, 6]);
});

testOnPostgres('a port for the metrics that is taken ends the start of all workers', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const LATCHKEY_METRICS_PORT = String((taken.address() as AddressInfo).port);
  const { code, stderr } = await runLatchkey(place, ['serve', '--workers', '2'], {
    ...production,
    LATCHKEY_METRICS_PORT,
  });
  taken.close();
  expect(code).toBe(1);
  expect(stderr).toContain(`LATCHKEY_METRICS_PORT ${LATCHKEY_METRICS_PORT} (EADDRINUSE)`);
});

testOnPostgres('a worker that dies is replaced, and the other one serves meanwhile', async () => {
  const server = await serveWithTwo();
  const [first, second] = workersOf(server);
  process.kill(first!, 'SIGKILL');
  await expect.poll(() => server.stdout()).toContain('a worker has ended');
  expect((await fetchAnew(server, '/readyz')).status).toBe(200);
  await expect.poll(() => countServing(server)).toBe(2);
  expect(workersOf(server)).toContain(second);
  expect(workersOf(server)).not.toContain(first);
});

testOnPostgres('SIGHUP replaces all workers, and no request fails', async () => {
  const server = await serveWithTwo();
  const before = workersOf(server);
  server.kill('SIGHUP');
  const statuses = new Set<number | undefined>();
  while (!server.stdout().includes('the workers have been restarted')) {
    statuses.add((await fetchAnew(server, '/readyz')).status);
  }
  expect([...statuses]).toEqual([200]);
  expect(workersOf(server)).toHaveLength(2);
  expect(await countServing(server)).toBe(2);
  for (const pid of before) expect(workersOf(server)).not.toContain(pid);
});

testOnPostgres('the health is that of the worst worker', async () => {
  const server = await serveWithTwo();
  const [first] = workersOf(server);
  process.kill(first!, 'SIGSTOP');
  // The stopped worker is handed every second connection.
  const answers = [1, 2].map(() => fetchAnew(server, '/healthz'));
  expect((await Promise.race(answers)).status).toBe(503);
  process.kill(first!, 'SIGCONT');
  expect((await Promise.all(answers)).map(({ status }) => status)).toHaveLength(2);
  await expect.poll(async () => (await fetchAnew(server, '/healthz')).status).toBe(200);
});

testOnSqlite('several workers are refused on the embedded database, which one process writes', async () => {
  const { code, stderr } = await runCommandHere(place, ['serve', '--workers', '2'], production);
  expect(code).toBe(1);
  expect(stderr).toContain('--workers 2 needs PostgreSQL');
});

testOnSqlite('`--workers auto` is one worker on the embedded database', async () => {
  server = await startServer(place, production, [latchkey, 'serve', '--workers', 'auto']);
  expect(workersOf(server)).toEqual([]);
  expect(await createUser(server, server.start.managementKey!, 'ada@example.com')).toBe(200);
});

testOnPostgres('several workers are refused in development mode', async () => {
  const { code, stderr } = await runCommandHere(place, ['serve', '--workers', '2']);
  expect(code).toBe(1);
  expect(stderr).toContain('--workers 2 needs production mode');
});

test('a number of workers that is none is refused', async () => {
  const { code, stderr } = await runCommandHere(place, ['serve', '--workers', '0']);
  expect(code).toBe(2);
  expect(stderr).toContain('a whole number from 1 to 99, or auto');
});
