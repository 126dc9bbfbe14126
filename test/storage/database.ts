import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  type Database,
  type DatabaseHooks,
  type DatabaseOptions,
  openDatabase,
} from '../../server/storage/engine.ts';
import type { Db } from '../../server/storage/tables.ts';
import { createDatabase } from '../counterparts/postgres.ts';

/** Tables for the tests only. */
export interface TestTables {
  accounts: { projectId: string; id: string; balance: number; note: string | null };
  entries: { projectId: string; accountId: string; id: string };
}

export interface TestDatabase extends Database {
  options: DatabaseOptions;
  /** Closes the database and deletes it. */
  drop(): Promise<void>;
}

const defaultEngine = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';

/** Opens a new database, on the engine that TEST_DATABASE names unless the test is about one of them. */
export async function openTestDatabase(
  extra: Pick<DatabaseOptions, 'checkScope' | 'instanceTables'> = {},
  hooks: DatabaseHooks = {},
  engine: 'sqlite' | 'postgres' = defaultEngine,
): Promise<TestDatabase> {
  const { place, remove } = await (engine === 'postgres' ? emptyDatabase() : emptyFolder());
  const options: DatabaseOptions = { ...place, ...extra };
  const database = await openDatabase(options, hooks);
  return {
    ...database,
    options,
    async drop() {
      await database.close();
      await remove();
    },
  };
}

export function testTables(db: Db): Kysely<TestTables> {
  return db as unknown as Kysely<TestTables>;
}

export async function createTestTables(db: Db): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('projectId', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('balance', 'bigint', (column) => column.notNull())
    .addColumn('note', 'text')
    .addPrimaryKeyConstraint('accounts_pk', ['projectId', 'id'])
    .execute();
  await db.schema
    .createTable('entries')
    .addColumn('projectId', 'text', (column) => column.notNull())
    .addColumn('accountId', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('entries_pk', ['projectId', 'id'])
    .addForeignKeyConstraint('entries_account', ['projectId', 'accountId'], 'accounts', ['projectId', 'id'])
    .execute();
}

export const testMigrations: Record<string, Migration> = {
  '0001-tables': { up: createTestTables },
  '0002-row': {
    async up(db: Db) {
      // Long enough for processes that start together to meet here.
      await sleep(200);
      await testTables(db)
        .insertInto('accounts')
        .values({ projectId: 'P1', id: 'first', balance: 0 })
        .execute();
    },
  },
};

/** Runs `other-process.ts` in another process on the same database. */
export function startProcess(command: 'writeLedger' | 'deposit' | 'migrate', options: DatabaseOptions) {
  const script = fileURLToPath(new URL('./other-process.ts', import.meta.url));
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit'];
  const child = spawn(process.execPath, [script, command, JSON.stringify(options)], { stdio });
  let output = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { ended, printed: () => once(child.stdout!, 'data'), kill: () => child.kill('SIGKILL') };
}

async function emptyDatabase() {
  const { url, drop } = await createDatabase();
  return { place: { kind: 'postgres' as const, url }, remove: drop };
}

async function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-storage-'));
  const remove = async () => rmSync(folder, { recursive: true, force: true });
  return { place: { kind: 'sqlite' as const, file: join(folder, 'test.db') }, remove };
}
