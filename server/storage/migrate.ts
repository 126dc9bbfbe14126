import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { dialectOf } from './engine.ts';
import { withPatience } from './patience.ts';
import { acrossProjects } from './scope.ts';
import type { Db } from './tables.ts';
import { transaction } from './transaction.ts';

/** Allows for the migration itself and for waiting while another process migrates. */
const limitMilliseconds = 60 * 60 * 1_000;

/** An arbitrary number that nothing else in the same PostgreSQL database locks. */
const advisoryLock = 4_152_839_917;

const journal = 'kysely_migration';

/** An entry of the journal: the database is the target of a move that has not finished (`copy/copy-database.ts`). */
export const unfinishedMove = 'move-unfinished';

export interface MigrationStatus {
  applied: string[];
  pending: string[];
  /** Applied by a newer version. */
  unknown: string[];
}

/**
 * Runs the pending migrations in one transaction under a lock, and returns their names. When processes start
 * together, the first one migrates and the others find nothing pending.
 */
export async function migrate(db: Db, migrations: Record<string, Migration>): Promise<string[]> {
  const before = await migrationStatus(db, migrations);
  refuseUnknown(before);
  if (before.pending.length === 0) return [];
  return withPatience(limitMilliseconds, () =>
    prepareRebuilds(acrossProjects(db), () => runPending(db, migrations)),
  );
}

function runPending(db: Db, migrations: Record<string, Migration>): Promise<string[]> {
  return transaction({ db: acrossProjects(db) }, async ({ db }) => {
    // SQLite's transaction already holds the only write lock.
    if (dialectOf(db) === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(db);
    refuseUnknown(await migrationStatus(db, migrations));
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error;
    return (results ?? []).map((result) => result.migrationName);
  });
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

/** Returns the state of the migrations. The database is ready when none is pending or unknown. */
export async function migrationStatus(
  db: Db,
  migrations: Record<string, Migration>,
): Promise<MigrationStatus> {
  const applied = await appliedMigrations(acrossProjects(db));
  const known = Object.keys(migrations);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

async function appliedMigrations(db: Db): Promise<string[]> {
  // Checked first, because on PostgreSQL a query on a missing table would abort the transaction.
  const existing =
    dialectOf(db) === 'postgres'
      ? await sql`select 1 where to_regclass(${journal}) is not null`.execute(db)
      : await sql`select 1 from sqlite_master where name = ${journal}`.execute(db);
  if (existing.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(journal)} order by name`.execute(
    db,
  );
  return rows.map((row) => row.name);
}

/** Refuses a database that a newer version migrated, because only that version knows the changes to the tables. */
export class NewerDatabaseError extends Error {}

/** Refuses a database that may have only some of the rows. */
export class UnfinishedMoveError extends Error {}

export function refuseUnknown({ unknown }: Pick<MigrationStatus, 'unknown'>): void {
  if (unknown.length === 0) return;
  if (unknown.includes(unfinishedMove)) {
    throw new UnfinishedMoveError(
      'a move into this database has not finished: repeat `latchkey move` with the settings of its source, ' +
        'or use an empty database',
    );
  }
  throw new NewerDatabaseError(
    `the database was migrated by a newer version of Latchkey (${unknown.join(', ')} is unknown to this one): ` +
      'start that version, or restore a backup from before its migration',
  );
}
