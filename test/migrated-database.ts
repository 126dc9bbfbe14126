import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseFile, openConfiguredDatabase } from '../server/storage/configured.ts';
import { distribute } from '../server/storage/distribute.ts';
import { migrate } from '../server/storage/migrate.ts';
import { migrations } from '../server/storage/migrations.ts';
import { closeDatabase, joinNodes } from './citus/nodes.ts';
import { createDatabase, type TestDatabase, workersOfRun } from './counterparts/postgres.ts';

/** The place of the run's migrated database: a SQLite file, or the name of a PostgreSQL database. */
const variables = { sqlite: 'TEST_MIGRATED_FILE', postgres: 'TEST_MIGRATED_DATABASE' } as const;

/** Copies a migrated database into a data folder, so that the run migrates only once. */
export async function placeMigratedFile(dataDir: string): Promise<void> {
  await copyFile(madeBefore('sqlite'), databaseFile({ dataDir }));
}

/** Creates a migrated database in the run's PostgreSQL. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  return createDatabase(madeBefore('postgres'));
}

function madeBefore(engine: keyof typeof variables): string {
  const name = variables[engine];
  const place = process.env[name];
  if (!place)
    throw new Error(`${name} is not set: test/global-setup.ts makes the database at the start of a run`);
  return place;
}

/** Migrates the database that tests get copies of; the result removes it. */
export async function makeMigratedDatabase(engine: keyof typeof variables): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-migrated-'));
  const postgres = engine === 'postgres' ? await createDatabase() : undefined;
  const database = await openConfiguredDatabase({
    mode: 'development',
    dataDir,
    databaseUrl: postgres?.url,
    databasePoolSize: 2,
    databasePrepares: true,
  });
  const workers = workersOfRun();
  if (postgres && workers.length > 0)
    await joinNodes(
      postgres.url,
      workers.map((url) => onServer(url, postgres.url)),
    );
  await migrate(database.db, migrations);
  // Few shards, because each of them is a table to copy.
  if (workers.length > 0) await distribute(database.db, { shardCount: 4 });
  await database.close();
  if (postgres && workers.length > 0)
    await closeDatabase([onServer(postgres.url), ...workers], nameOf(postgres.url));
  process.env[variables[engine]] = postgres ? nameOf(postgres.url) : databaseFile({ dataDir });
  return async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await postgres?.drop();
  };
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Returns the address of a database on a server; without a database, of the one for maintenance. */
function onServer(server: string, database?: string): string {
  const url = new URL(server);
  url.pathname = `/${database ? nameOf(database) : 'postgres'}`;
  return url.href;
}
