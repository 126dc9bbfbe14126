import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../counterparts/postgres.ts';
import { freePort, temporaryFolder } from '../counterparts/program.ts';
import { type ServerProcess, startServer } from '../latchkey-process.ts';
import { type HaProxy, startHaProxy } from './proxies.ts';

const managementKey = 'k'.repeat(43);
const projectId = `P${'proxies'.padEnd(27, '0')}`;

let database: TestDatabase;
let haproxy: HaProxy;
let port: number;
let ports: [number, number];
const instances: ServerProcess[] = [];

beforeAll(async () => {
  database = await createDatabase();
  port = await freePort();
  ports = [await freePort(), await freePort()];
  for (const index of [0, 1]) instances[index] = await start(index);
  haproxy = await startHaProxy(port, ports);
});
afterAll(async () => {
  for (const instance of instances) instance.kill('SIGKILL');
  await haproxy?.stop();
  await Promise.all(instances.map(({ exited }) => exited));
  await database?.drop();
});

function start(index: number): Promise<ServerProcess> {
  return startServer({
    env: {
      ...{ PATH: process.env['PATH'] ?? '', LATCHKEY_MODE: 'production', LATCHKEY_LOG: 'json' },
      ...{ HOST: '127.0.0.1', PORT: String(ports[index]), LATCHKEY_METRICS_PORT: '0' },
      ...{ LATCHKEY_ALLOW_HTTP: 'true', LATCHKEY_BASE_URL: `http://127.0.0.1:${port}` },
      ...{
        LATCHKEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
      },
      ...{ LATCHKEY_PROJECT_ID: projectId, LATCHKEY_MANAGEMENT_KEY: managementKey },
      ...{ LATCHKEY_DATA_DIR: temporaryFolder('haproxy-data'), DATABASE_URL: database.url },
    },
  });
}

let count = 0;

/** Creates a user through HAProxy, on a connection of its own. */
async function create(): Promise<number> {
  count += 1;
  const response = await fetch(`http://127.0.0.1:${port}/v1/mgmt/user/create`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${projectId}:${managementKey}`, 'content-type': 'application/json' },
      connection: 'close',
    },
    body: JSON.stringify({ loginId: `user${count}@example.com` }),
  });
  await response.text();
  return response.status;
}

/** Reports whether HAProxy sends requests to the instance. */
async function seenBy(index: number): Promise<boolean> {
  const before = await countRequests(index);
  await Promise.all(Array.from({ length: 8 }, create));
  return (await countRequests(index)) > before;
}

async function countRequests(index: number): Promise<number> {
  const text = await (await fetch(instances[index]!.start.metricsUrl!)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('latchkey_request_duration_seconds_count'));
  return lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
}

/** https://docs.haproxy.org/2.6/management.html#9.1: the fifth column of the statistics is `scur`. */
async function countSessions(name: string): Promise<number> {
  const statistics = await haproxy.command('show stat');
  const line = statistics.split('\n').find((line) => line.startsWith(`instances,${name},`));
  return Number(line?.split(',')[4]);
}

/** Creates users, eight at a time, until `work` is done. Returns the statuses that were seen. */
async function createWhile(work: () => Promise<void>): Promise<Set<number>> {
  const statuses = new Set<number>();
  let isDone = false;
  const workers = Array.from({ length: 8 }, async () => {
    while (!isDone) statuses.add(await create().catch(() => 0));
  });
  await work().finally(() => {
    isDone = true;
  });
  await Promise.all(workers);
  return statuses;
}

test('requests reach both instances', async () => {
  for (const index of [0, 1]) await expect.poll(() => seenBy(index)).toBe(true);
});

test('restarting one drained instance after the other fails no request', async () => {
  const statuses = await createWhile(async () => {
    for (const index of [0, 1]) {
      const name = ['one', 'two'][index]!;
      const old = instances[index]!;
      await haproxy.command(`set server instances/${name} state drain`);
      await expect.poll(() => countSessions(name)).toBe(0);
      old.kill('SIGTERM');
      expect(await old.exited).toBe(0);
      instances[index] = await start(index);
      await haproxy.command(`set server instances/${name} state ready`);
      await expect.poll(() => seenBy(index)).toBe(true);
    }
  });
  expect([...statuses]).toEqual([200]);
});

test('when an instance dies, the other one serves', async () => {
  instances[0]!.kill('SIGKILL');
  await instances[0]!.exited;
  const statuses = await Promise.all(Array.from({ length: 50 }, create));
  expect(new Set(statuses)).toEqual(new Set([200]));
  instances[0] = await start(0);
  await expect.poll(() => seenBy(0)).toBe(true);
});

test('the metrics cannot be reached through the proxy, and a key with permittedIps sees the client', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
  const response = await fetch(`http://127.0.0.1:${port}/v1/mgmt/accesskey/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${projectId}:${managementKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ours', expireTime: 0, permittedIps: ['192.0.2.7'] }),
  });
  const { cleartext } = (await response.json()) as { cleartext: string };
  const exchange = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/v1/auth/accesskey/exchange`, {
      method: 'POST',
      headers: { authorization: `Bearer ${projectId}:${cleartext}`, ...headers },
    });
  // The client's own header counts only where HAProxy's address, which is also the client's here, is trusted.
  expect((await exchange({})).status).toBeGreaterThanOrEqual(400);
  expect((await exchange({ 'x-forwarded-for': '192.0.2.7' })).status).toBe(200);
});
