import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createUser,
  newPlace,
  type Place,
  type ServerProcess,
  startServer,
} from '../../../test/latchkey-process.ts';
import { readConfig } from '../../core/config.ts';
import { leaseMs } from '../../domain/project/audit/sealing/start-sealing.ts';
import { openConfiguredDatabase } from '../../storage/configured.ts';
import type { Database } from '../../storage/engine.ts';

let place: Place;
let database: Database;
const servers: ServerProcess[] = [];

beforeEach(async () => {
  place = await newPlace();
});

afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.splice(0).map(({ exited }) => exited));
  await database.close();
  await place.remove();
});

async function start(): Promise<ServerProcess> {
  const server = await startServer(place);
  servers.push(server);
  return server;
}

function lease() {
  return database.db.selectFrom('leases').select(['holder', 'expiresAt']).executeTakeFirst();
}

async function untilSealed(): Promise<void> {
  const unsealed = () =>
    database.db
      .withoutPlugins()
      .selectFrom('auditEvents')
      .select('id')
      .where('sequence', 'is', null)
      .execute();
  await expect.poll(unsealed).toEqual([]);
}

test('another instance replaces one killed while holding the lease, and a stopping instance gives the lease back', async ({
  onTestFailed,
}) => {
  onTestFailed(() => console.log(servers.map(({ output }) => output()).join('\n')));
  const first = await start();
  database = await openConfiguredDatabase(readConfig('development', place.env));
  const key = first.start.managementKey!;
  expect(await createUser(first, key, 'one')).toBe(200);
  await untilSealed();
  const held = (await lease())!;

  const second = await start();
  expect(await createUser(first, key, 'two')).toBe(200);
  first.kill('SIGKILL');
  await first.exited;
  // The lease of the killed process expires by itself; this shortens the wait.
  expect((await lease())!.expiresAt).toBeLessThanOrEqual(Date.now() + leaseMs);
  await database.db
    .updateTable('leases')
    .set({ expiresAt: Date.now() })
    .where('holder', '=', held.holder)
    .execute();
  expect(await createUser(second, key, 'three')).toBe(200);
  await untilSealed();
  expect([undefined, held.holder]).not.toContain((await lease())?.holder);

  second.kill('SIGTERM');
  expect(await second.exited).toBe(0);
  expect(await lease()).toBeUndefined();
  const rows = await database.db
    .selectFrom('auditEvents')
    .select('sequence')
    .where('projectId', '=', first.start.projectId)
    .orderBy('sequence')
    .execute();
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.length).toBeGreaterThanOrEqual(3);
});
