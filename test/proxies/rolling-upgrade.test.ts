import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../server/storage/migrations.ts';
import { needsOf } from '../../server/storage/needs.ts';
import { createDatabase, type TestDatabase } from '../counterparts/postgres.ts';
import { freePort, temporaryFolder } from '../counterparts/program.ts';
import type { ServerProcess } from '../latchkey-process.ts';
import { countRequests, replaceDrained, startInstance } from './instances.ts';
import { emptyRecord, liftLimits, type Record, verify, workUntil } from './load.ts';
import { type HaProxy, startHaProxy } from './proxies.ts';

/** An expansion of tables that every request uses, so that the old version's prepared statements become stale. */
const expansion = `
import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

export const expansion: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    for (const table of ['users', 'sessions', 'projects', 'loginIds', 'passwords'])
      await db.schema.alterTable(table).addColumn('added', 'text').execute();
    await db.schema
      .alterTable('users')
      .addColumn('level', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.createIndex('users_level').on('users').columns(['projectId', 'level']).execute();
    await db.schema
      .createTable('extras')
      .addColumn('projectId', 'text', (column) => column.references('projects.id').onDelete('cascade'))
      .addColumn('id', 'text')
      .addPrimaryKeyConstraint('extras_pk', ['projectId', 'id'])
      .execute();
  },
};
`;

/** Copies the sources and adds the migration: the next release. Returns the program to run. */
function makeNextRelease(): string[] {
  const folder = temporaryFolder('next-release');
  for (const entry of readdirSync('.'))
    if (entry !== 'server') symlinkSync(resolve(entry), join(folder, entry));
  cpSync('server', join(folder, 'server'), { recursive: true });
  writeFileSync(join(folder, 'server/storage/migrations/9999-expansion.ts'), expansion);
  const list = join(folder, 'server/storage/migrations.ts');
  const text = readFileSync(list, 'utf8');
  const changed = text.replace(/(const stated: .*= \{\n[^}]*)\}/, "$1  '9999-expansion': expansion,\n}");
  if (changed === text)
    throw new Error('server/storage/migrations.ts no longer has the list of stated migrations');
  writeFileSync(list, `import { expansion } from './migrations/9999-expansion.ts';\n${changed}`);
  return [join(folder, 'server/main.ts'), 'serve'];
}

let database: TestDatabase;
let haproxy: HaProxy;
let proxyPort: number;
let ports: [number, number];
const instances: ServerProcess[] = [];
const thisRelease = [resolve('server/main.ts'), 'serve'];

beforeAll(async () => {
  database = await createDatabase();
  proxyPort = await freePort();
  ports = [await freePort(), await freePort()];
  for (const index of [0, 1]) instances[index] = await start(index, thisRelease);
  haproxy = await startHaProxy(proxyPort, ports);
  await liftLimits(`http://127.0.0.1:${proxyPort}`);
});
afterAll(async () => {
  for (const instance of instances) instance.kill('SIGKILL');
  await haproxy?.stop();
  await Promise.all(instances.map(({ exited }) => exited));
  await database?.drop();
});

function start(index: number, program: string[]): Promise<ServerProcess> {
  return startInstance({ databaseUrl: database.url, proxyPort, port: ports[index]! }, program);
}

/** Replaces an instance, and waits until both have answered many requests beside each other. */
async function replace(index: 0 | 1, program: string[], record: Record): Promise<void> {
  const name = (['one', 'two'] as const)[index];
  instances[index] = await replaceDrained(haproxy, name, instances[index]!, () => start(index, program));
  for (const [at, instance] of instances.entries()) {
    const { status } = await fetch(`http://127.0.0.1:${ports[at]}/readyz`);
    expect({ status, output: status === 200 ? '' : instance.output() }).toEqual({ status: 200, output: '' });
  }
  const before = await Promise.all(instances.map(countRequests));
  const haveWorked = async () => {
    if (record.failures.length > 0) return true;
    const now = await Promise.all(instances.map(countRequests));
    return now.every((count, at) => count > before[at]! + 100);
  };
  await expect.poll(haveWorked).toBe(true);
}

async function neededAfterExpansion(): Promise<string | undefined> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const text = `select needs from "migrationNeeds" where migration = '9999-expansion'`;
  const { rows } = await client.query<{ needs: string }>(text);
  await client.end();
  return rows[0]?.needs;
}

test('an upgrade of one instance after the other, and the way back, fail no request', async () => {
  const nextRelease = makeNextRelease();
  const record = emptyRecord();
  const end = new AbortController();
  const working = workUntil(end.signal, `http://127.0.0.1:${proxyPort}`, record);
  try {
    await replace(0, nextRelease, record);
    // As an autoscaler does in the middle of a rollout.
    await replace(1, thisRelease, record);
    await replace(1, nextRelease, record);
    await replace(0, thisRelease, record);
  } finally {
    end.abort();
    await working;
  }
  expect(record.failures).toEqual([]);
  expect(record.requests).toBeGreaterThan(500);
  expect(await neededAfterExpansion()).toBe([...needsOf(migrations).values()].at(-1));
  expect(await verify(`http://127.0.0.1:${proxyPort}`, record)).toEqual([]);
  for (const instance of instances) expect(instance.output()).not.toMatch(/"level":"(error|fatal)"/);
});
