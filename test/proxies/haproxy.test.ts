import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../counterparts/postgres.ts';
import { freePort } from '../counterparts/program.ts';
import type { ServerProcess } from '../latchkey-process.ts';
import { countRequests, managementKey, projectId, replaceDrained, startInstance } from './instances.ts';
import { type HaProxy, startHaProxy } from './proxies.ts';

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
  return startInstance({ databaseUrl: database.url, proxyPort: port, port: ports[index]! });
}

let count = 0;

/** Creates a user through HAProxy, on a connection of its own. */
async function create(): Promise<number> {
  count += 1;
  const response = await fetch(`http://127.0.0.1:${port}/v1/mgmt/user/create`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${projectId}:${managementKey}`,
      'content-type': 'application/json',
      connection: 'close',
    },
    body: JSON.stringify({ loginId: `user${count}@example.com` }),
  });
  await response.text();
  return response.status;
}

/** Reports whether HAProxy sends requests to the instance. */
async function seenBy(index: number): Promise<boolean> {
  const before = await countRequests(instances[index]!);
  await Promise.all(Array.from({ length: 8 }, create));
  return (await countRequests(instances[index]!)) > before;
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
      const name = (['one', 'two'] as const)[index]!;
      instances[index] = await replaceDrained(haproxy, name, instances[index]!, () => start(index));
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
