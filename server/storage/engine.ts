import { PostgresAdapter, sql } from 'kysely';
import { serverAttributes } from '../core/tracing/server-attributes.ts';
import type { Tracing } from '../core/tracing/tracing.ts';
import { databaseOn, type Engine, runTransaction } from './executor.ts';
import type { Nodes } from './nodes.ts';
import { ScopePlugin } from './scope.ts';
import { sqliteEngine } from './sqlite/driver.ts';
import { openSqlite } from './sqlite/open.ts';
import { withSqliteSnapshot } from './sqlite/snapshot.ts';
import type { Db } from './tables.ts';

export type DatabaseOptions = (
  | { kind: 'sqlite'; file: string }
  | { kind: 'postgres'; url: string; poolSize?: number; prepares?: boolean }
) & {
  /**
   * Refuses queries that do not name their project. For tests and development only, because it inspects every
   * query.
   */
  checkScope?: boolean;
  /** The tables without a project. */
  instanceTables?: readonly string[];
  /** Records statements and transactions. */
  tracing?: Tracing | undefined;
};

export interface DatabaseHooks {
  /** Called when the disk refused a sync: durability is lost and the process has to end. Default: throws. */
  onFatal?(error: Error): void;
}

export interface Database {
  kind: 'sqlite' | 'postgres';
  db: Db;
  /** The database had the extension Citus when it was opened, so that its tables can be on several nodes. */
  isOnCitus: boolean;
  /** The nodes of a database on Citus. */
  nodes?: Nodes;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  /** Counters and gauges of this process, by name. */
  stats(): Stats;
  /** Runs `work` on one consistent state of the database, which it can only read. Blocks no writer. */
  snapshot<R>(work: (db: Db) => Promise<R>): Promise<R>;
  /** Waits for the work in progress. */
  close(): Promise<void>;
}

export type Stats = SqliteStats | PostgresStats;

export interface SqliteStats {
  commits: number;
  /** Commits that are on the disk; others have not been acknowledged. */
  syncedCommits: number;
  syncs: number;
  checkpoints: number;
  /** The used bytes of the log; its file can be longer. */
  walBytes: number;
  waitingWriters: number;
}

export interface PostgresStats {
  /** Commits of transactions with more than one statement. */
  commits: number;
  connections: number;
  idleConnections: number;
  waitingForConnection: number;
  /** The nodes of a database on Citus that do not respond. */
  silentNodes?: number;
}

export async function openDatabase(options: DatabaseOptions, hooks: DatabaseHooks = {}): Promise<Database> {
  const database = options.kind === 'sqlite' ? await sqlite(options, hooks) : await postgres(options);
  try {
    await database.ping();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Returns the engine, for the few places where the engines need different SQL. */
export function dialectOf(db: Pick<Db, 'getExecutor'>): 'sqlite' | 'postgres' {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

async function sqlite(
  options: DatabaseOptions & { kind: 'sqlite' },
  hooks: DatabaseHooks,
): Promise<Database> {
  const file = await openSqlite(options.file, hooks.onFatal ?? throwOutside);
  const db = databaseOn(await traced(sqliteEngine(file), options), pluginsOf(options));
  return {
    kind: 'sqlite',
    db,
    isOnCitus: false,
    async ping() {
      file.wal.assertHealthy();
      await sql`select 1`.execute(db);
    },
    stats: () => ({
      commits: file.wal.commits,
      syncedCommits: file.wal.syncedCommits,
      syncs: file.wal.syncs,
      checkpoints: file.checkpointer.checkpoints,
      walBytes: file.checkpointer.walBytes,
      waitingWriters: file.writer.waiting,
    }),
    snapshot: (work) => withSqliteSnapshot(file, options.file, work),
    close: () => db.destroy(),
  };
}

async function postgres(options: DatabaseOptions & { kind: 'postgres' }): Promise<Database> {
  // Loaded here only, because the embedded database does not need it.
  const [{ openPostgres }, { postgresEngine }] = await Promise.all([
    import('./postgres/pool.ts'),
    import('./postgres/driver.ts'),
  ]);
  const opened = openPostgres(options.url, options);
  const engine = postgresEngine(opened);
  const db = databaseOn(await traced(engine, options), pluginsOf(options));
  return {
    kind: 'postgres',
    db,
    nodes: engine.nodes,
    get isOnCitus() {
      return engine.nodes.isOnCitus;
    },
    async ping() {
      // In the statement that the ping needs anyway.
      const { rows } = await sql<{ isOnCitus: boolean }>`
        select to_regclass('pg_catalog.pg_dist_partition') is not null as "isOnCitus"`.execute(db);
      if (rows[0]!.isOnCitus) engine.watchNodes();
    },
    stats: () => ({
      commits: opened.commits,
      connections: opened.pool.totalCount,
      idleConnections: opened.pool.idleCount,
      waitingForConnection: opened.pool.waitingCount,
      ...(engine.nodes.isOnCitus && { silentNodes: engine.nodes.silent.length }),
    }),
    snapshot: (work) =>
      runTransaction(db, async (db) => {
        await sql`set transaction isolation level repeatable read, read only`.execute(db);
        // The reader may have to wait for a disk or a pipe between two statements.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
        return work(db);
      }),
    close: () => db.destroy(),
  };
}

async function traced(engine: Engine, options: DatabaseOptions): Promise<Engine> {
  if (!options.tracing) return engine;
  const { tracedEngine } = await import('./traced-engine.ts');
  const place = options.kind === 'postgres' ? placeOf(options.url) : { 'db.system.name': 'sqlite' };
  return tracedEngine(engine, options.tracing, place);
}

/** Leaves out user and password. */
function placeOf(url: string): Record<string, string | number> {
  const name = URL.canParse(url) ? new URL(url).pathname.slice(1) : '';
  return { 'db.system.name': 'postgresql', ...serverAttributes(url), ...(name && { 'db.namespace': name }) };
}

function pluginsOf({ checkScope, instanceTables = [] }: DatabaseOptions) {
  return checkScope ? [new ScopePlugin(instanceTables)] : [];
}

function throwOutside(error: Error): void {
  queueMicrotask(() => {
    throw error;
  });
}
