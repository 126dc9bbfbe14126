import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './engine.ts';
import { acrossProjects } from './scope.ts';
import type { Db } from './tables.ts';

/** A migration that states which earlier versions can work on the schema that it leaves. */
export interface StatedMigration extends Migration {
  /**
   * `expand`: it only adds things, and every version that could work before still can. `contract`: an instance must
   * know this migration. A name: the earlier migration that an instance must know, because the versions from there on
   * no longer use what this one removes.
   */
  needs: 'expand' | 'contract' | `${number}-${string}`;
}

/** Migrations in order, by name. Those up to 0048 state nothing: an instance that does not know one must stop. */
export type Migrations = Record<string, Migration & Partial<Pick<StatedMigration, 'needs'>>>;

const table = 'migrationNeeds';

/**
 * Returns, for each migration that states its needs, the oldest migration that an instance must know to work on the
 * schema after it.
 */
export function needsOf(migrations: Migrations): Map<string, string> {
  const names = Object.keys(migrations);
  const needs = new Map<string, string>();
  let oldest = 0;
  for (const [index, name] of names.entries()) {
    const stated = migrations[name]!.needs;
    if (stated === undefined) {
      oldest = index;
      continue;
    }
    const needed = stated === 'contract' ? index : names.indexOf(stated);
    if (stated !== 'expand' && (needed < 0 || needed > index))
      throw new Error(`migration ${name} needs ${stated}, which is no earlier migration`);
    oldest = Math.max(oldest, needed);
    needs.set(name, names[oldest]!);
  }
  return needs;
}

/** Writes into the database what the migrations need, for versions that do not know them. */
export async function recordNeeds(db: Db, migrations: Migrations, applied: string[]): Promise<void> {
  const needs = needsOf(migrations);
  for (const name of applied) {
    const needed = needs.get(name);
    if (needed !== undefined)
      await sql`insert into ${sql.table(table)} (migration, needs) values (${name}, ${needed})`.execute(db);
  }
}

/** Reads from the database what the applied migrations need, by name. */
export async function readNeeds(database: Db): Promise<Map<string, string>> {
  // The table belongs to the instance.
  const db = acrossProjects(database);
  if (!(await hasTable(db, table))) return new Map();
  const { rows } = await sql<{ migration: string; needs: string }>`
    select migration, needs from ${sql.table(table)}`.execute(db);
  return new Map(rows.map((row) => [row.migration, row.needs]));
}

/** Looks first, because on PostgreSQL a query on a missing table would abort the transaction. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } =
    dialectOf(db) === 'postgres'
      ? await sql`select 1 where to_regclass(${`"${name}"`}) is not null`.execute(db)
      : await sql`select 1 from sqlite_master where name = ${name}`.execute(db);
  return rows.length > 0;
}
