import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { dialectOf } from './engine.ts';
import { type Lock, locksOf } from './locks.ts';
import type { MigrationStatus } from './migrate.ts';
import type { Migrations } from './needs.ts';
import { acrossProjects } from './scope.ts';
import type { Db } from './tables.ts';

export interface PlannedStatement {
  sql: string;
  /** On tables that exist already. Empty on SQLite, where a writer locks the whole database for other writers. */
  locks: Lock[];
}

export interface PlannedMigration {
  name: string;
  statements: PlannedStatement[];
  /** True if further statements depend on rows that the migration reads. */
  readsRows: boolean;
}

/**
 * Returns the statements of the pending migrations without running them: a dry run must not wait for a lock, or let
 * others wait for one. A migration's queries find no rows, except those of the database's own catalog, which are run.
 * Without a database, it is an embedded one that does not exist yet.
 */
export async function planMigrations(
  db: Db | undefined,
  migrations: Migrations,
  { pending }: Pick<MigrationStatus, 'pending'>,
): Promise<PlannedMigration[]> {
  const real = db && acrossProjects(db);
  const tables = real && (await tablesOfIndexes(real));
  const created = new Set<string>();
  const plan: PlannedMigration[] = [];
  for (const name of pending) {
    const migration: PlannedMigration = { name, statements: [], readsRows: false };
    await migrations[name]!.up(recorder(real, (query) => note(migration, query)));
    plan.push(migration);
  }
  return plan;

  function note(migration: PlannedMigration, { sql: text }: CompiledQuery): void {
    migration.readsRows ||= /^\s*(select|with)\b/i.test(text);
    for (const [, table] of text.matchAll(/\bcreate (?:virtual |unlogged )?table "?(\w+)/gi))
      created.add(table!);
    const locks = tables ? locksOf(text, (index) => tables.get(index)) : [];
    migration.statements.push({ sql: text, locks: locks.filter(({ table }) => !created.has(table)) });
  }
}

/** Returns the table of each index on PostgreSQL, and nothing on SQLite. */
async function tablesOfIndexes(db: Db): Promise<Map<string, string> | undefined> {
  if (dialectOf(db) === 'sqlite') return undefined;
  const { rows } = await sql<{ index: string; table: string }>`
    select indexname as index, tablename as table from pg_indexes where schemaname = current_schema()`.execute(
    db,
  );
  return new Map(rows.map(({ index, table }) => [index, table]));
}

/** Returns a database that only notes what it is asked to run. */
function recorder(real: Db | undefined, note: (query: CompiledQuery) => void): Kysely<unknown> {
  const onPostgres = real !== undefined && dialectOf(real) === 'postgres';
  return new Kysely({
    dialect: {
      createAdapter: () => (onPostgres ? new PostgresAdapter() : new SqliteAdapter()),
      createDriver: () => new RecordingDriver(real, note),
      createQueryCompiler: () => (onPostgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
      createIntrospector: () => {
        throw new Error('a migration reads the catalog by a query');
      },
    },
  });
}

class RecordingDriver extends DummyDriver {
  readonly #connection: DatabaseConnection;

  constructor(real: Db | undefined, note: (query: CompiledQuery) => void) {
    super();
    this.#connection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        if (real && /^\s*select\b.*\bfrom (pg_|sqlite_|pragma_)/is.test(query.sql))
          return real.executeQuery(query as CompiledQuery<R>);
        note(query);
        return { rows: [] };
      },
      streamQuery() {
        throw new Error('a migration reads its rows in pages');
      },
    };
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
}
