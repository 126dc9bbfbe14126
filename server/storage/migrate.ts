import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { dialectOf } from './engine.ts';
import { failureOf } from './failure.ts';
import { hasTable, type Migrations, readNeeds, recordNeeds } from './needs.ts';
import { withPatience } from './patience.ts';
import { acrossProjects } from './scope.ts';
import type { Db } from './tables.ts';
import { transaction } from './transaction.ts';

/** Allows for the migration itself and for waiting while another process migrates. */
const limitMilliseconds = 60 * 60 * 1_000;

/** An arbitrary number that nothing else in the same PostgreSQL database locks. */
const advisoryLock = 4_152_839_917;

/**
 * While a migration waits for a table on PostgreSQL, every statement of other instances on that table waits behind it. So
 * it gives up early, as when a dump is reading the table, and tries again after a pause.
 */
const lockMilliseconds = 2_000;
const pauseMilliseconds = 3_000;

const journal = 'kysely_migration';

/** An entry of the journal: the database is the target of a move that has not finished (`copy/copy-database.ts`). */
export const unfinishedMove = 'move-unfinished';

export interface MigrationStatus {
  applied: string[];
  pending: string[];
  /** Applied by a newer version. */
  unknown: string[];
  /** Those of the unknown on whose schema this version cannot work. */
  blocking: string[];
}

/**
 * Runs the pending migrations in one transaction under a lock, and returns their names. When processes start
 * together, the first one migrates and the others find nothing pending.
 */
export async function migrate(db: Db, migrations: Migrations): Promise<string[]> {
  const before = await migrationStatus(db, migrations);
  refuseUnknown(before);
  if (before.pending.length === 0) return [];
  return withPatience(limitMilliseconds, () =>
    prepareRebuilds(acrossProjects(db), () => whenFree(() => runPending(db, migrations))),
  );
}

/** Repeats work on the schema that gave up waiting for a table. */
export async function whenFree<R>(work: () => Promise<R>): Promise<R> {
  const deadline = performance.now() + limitMilliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      // lock_not_available, https://www.postgresql.org/docs/current/errcodes-appendix.html
      const isLocked = error instanceof Error && 'code' in error && error.code === '55P03';
      const isTaken = isLocked || failureOf(error) === 'conflict';
      if (!isTaken || performance.now() > deadline) throw error;
    }
    await sleep(pauseMilliseconds);
  }
}

function runPending(db: Db, migrations: Migrations): Promise<string[]> {
  return transaction({ db: acrossProjects(db) }, async ({ db }) => {
    // SQLite's transaction already holds the only write lock.
    if (dialectOf(db) === 'postgres') await holdMigrations(db);
    refuseUnknown(await migrationStatus(db, migrations));
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error;
    const applied = (results ?? []).map((result) => result.migrationName);
    await recordNeeds(db, migrations, applied);
    return applied;
  });
}

/** Keeps other processes from changing the schema until the end of the transaction on PostgreSQL. Limits its waits for tables. */
export async function holdMigrations(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(db);
  await sql`select set_config('lock_timeout', ${String(lockMilliseconds)}, true)`.execute(db);
}

/**
 * Changes two settings of SQLite, which it accepts outside transactions only. A migration that rebuilds a table drops the
 * old one, and with foreign keys that would delete the rows that refer to it. And it changes every page of the table,
 * whose old content is too much for the memory in which `openSqlite` keeps it.
 */
async function prepareRebuilds<R>(db: Db, work: () => Promise<R>): Promise<R> {
  if (dialectOf(db) === 'postgres') return work();
  await sql`pragma foreign_keys = off`.execute(db);
  await sql`pragma temp_store = file`.execute(db);
  try {
    return await work();
  } finally {
    await sql`pragma temp_store = memory`.execute(db);
    await sql`pragma foreign_keys = on`.execute(db);
  }
}

/** Returns the state of the migrations. The database is ready when none is pending or blocking. */
export async function migrationStatus(db: Db, migrations: Migrations): Promise<MigrationStatus> {
  const everything = acrossProjects(db);
  const applied = await appliedMigrations(everything);
  const known = Object.keys(migrations);
  const pending = known.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return { applied, pending, unknown, blocking: [] };
  const needs = await readNeeds(everything);
  // Migrations run in order, so a database that lacks one of ours beside a newer one is of another line.
  const isBlocking = (name: string) => pending.length > 0 || !known.includes(needs.get(name) ?? name);
  return { applied, pending, unknown, blocking: unknown.filter(isBlocking) };
}

async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await hasTable(db, journal))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(journal)} order by name`.execute(
    db,
  );
  return rows.map((row) => row.name);
}

/** Refuses a database that a newer version migrated in a way that this version cannot work with. */
export class NewerDatabaseError extends Error {}

/** Refuses a database that may have only some of the rows. */
export class UnfinishedMoveError extends Error {}

export function refuseUnknown({ blocking }: Pick<MigrationStatus, 'blocking'>): void {
  if (blocking.length === 0) return;
  if (blocking.includes(unfinishedMove)) {
    throw new UnfinishedMoveError(
      'a move into this database has not finished: repeat `latchkey move` with the settings of its source, ' +
        'or use an empty database',
    );
  }
  throw new NewerDatabaseError(
    `the database was migrated by a newer version of Latchkey (${blocking.join(', ')} is unknown to this one): ` +
      'start that version, or restore a backup from before its migration',
  );
}
