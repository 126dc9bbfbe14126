import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { dialectOf } from './engine.ts';
import { withPatience } from './patience.ts';
import { acrossProjects } from './scope.ts';
import type { Db } from './tables.ts';
import { transaction } from './transaction.ts';

/** For the migration itself, and for waiting until another process has done it. */
const limitMilliseconds = 60 * 60 * 1_000;

/** Any number that nothing else in the same PostgreSQL database locks. */
const advisoryLock = 4_152_839_917;

const journal = 'kysely_migration';

export interface MigrationStatus {
  applied: string[];
  pending: string[];
  /** Applied by a newer version. */
  unknown: string[];
}

/**
 * Runs what is missing, in one transaction under a lock, and returns the names. Of processes that start
 * together the first migrates and the others find it done.
 */
export async function migrate(db: Db, migrations: Record<string, Migration>): Promise<string[]> {
  const before = await migrationStatus(db, migrations);
  refuseUnknown(before);
  if (before.pending.length === 0) return [];
  return withPatience(limitMilliseconds, () =>
    transaction({ db: acrossProjects(db) }, async ({ db }) => {
      // SQLite's transaction has the only write lock already.
      if (dialectOf(db) === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(db);
      refuseUnknown(await migrationStatus(db, migrations));
      const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
      const { error, results } = await migrator.migrateToLatest();
      if (error) throw error;
      return (results ?? []).map((result) => result.migrationName);
    }),
  );
}

/** Ready means that nothing is pending and nothing unknown. */
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
  // Asked first, because on PostgreSQL a query on a missing table would doom the transaction.
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

/** Only a newer version can say what it made of the tables. */
export class NewerDatabaseError extends Error {}

export function refuseUnknown({ unknown }: Pick<MigrationStatus, 'unknown'>): void {
  if (unknown.length === 0) return;
  throw new NewerDatabaseError(
    `the database was migrated by a newer version of Latchkey (${unknown.join(', ')} is unknown to this one): ` +
      'start that version, or restore a backup from before its migration',
  );
}
