import { sql } from 'kysely';
import {
  type DistributedTable,
  DistributionError,
  listDistributedTables,
  listObstacles,
} from './distribution.ts';
import { dialectOf } from './engine.ts';
import { runTransaction } from './executor.ts';
import { holdMigrations, migrationStatus, refuseUnknown, whenFree } from './migrate.ts';
import { migrations } from './migrations.ts';
import { countOtherConnections } from './other-processes.ts';
import { withPatience } from './patience.ts';
import { acrossProjects } from './scope.ts';
import type { Db } from './tables.ts';

/** For a statement: a table of many millions of rows takes hours to copy to its nodes. */
const limitMilliseconds = 24 * 60 * 60 * 1_000;

/** Citus' own default. The shards are also the most nodes among which the projects can be divided. */
export const defaultShardCount = 32;

export interface DistributeOptions {
  /** The number of shards of each table, if the database was not distributed before. */
  shardCount?: number;
  report?(table: { name: string; rows: number }): void;
}

export interface Distribution {
  /** The tables that this call distributed, with the number of rows before and after. */
  distributed: { name: string; rows: number }[];
  /** The number of tables that were distributed before. */
  unchanged: number;
  /** The number of nodes among which they can be. */
  nodes: number;
  /** The number of shards of each table. */
  shards: number;
}

/**
 * Distributes all tables with a project ID among the nodes of Citus, so that all rows of a project are on one node. Each table is distributed in
 * a transaction of its own, which compares the rows. A call that was interrupted can be repeated: tables that are distributed stay as they are.
 * The database has one connection only, if it has rows.
 */
export async function distribute(projectDb: Db, options: DistributeOptions = {}): Promise<Distribution> {
  const db = acrossProjects(projectDb);
  const nodes = await requireCluster(db);
  await requireVersion(db);
  const tables = await listDistributedTables(db);
  return withPatience(limitMilliseconds, async () => {
    const states = await readStates(db);
    const local = tables.filter(({ name }) => !states.get(name)?.column);
    if (local.length > 0) await refuseObstacles(db);
    if (states.get('projects')?.column) await refuseOtherShards(db, options.shardCount);
    refuseOthers(tables, states);
    if (await hasRows(db, local)) await refuseServers(db);
    const distributed: Distribution['distributed'] = [];
    for (const table of local) {
      const rows = await whenFree(() => distributeTable(db, table, options));
      if (rows === undefined) continue;
      distributed.push({ name: table.name, rows });
      options.report?.({ name: table.name, rows });
    }
    refuseOthers(tables, await readStates(db));
    await removeLocalRows(db, tables);
    // Autovacuum of the nodes comes later, and until then their plans are bad.
    for (const { name, rows } of distributed) if (rows > 0) await sql`analyze ${sql.table(name)}`.execute(db);
    const shards = await countShards(db);
    return { distributed, unchanged: tables.length - distributed.length, nodes, shards };
  });
}

/** Returns the number of nodes for shards. */
async function requireCluster(db: Db): Promise<number> {
  if (dialectOf(db) === 'sqlite')
    throw new DistributionError(
      'Only a PostgreSQL database can be distributed. Set DATABASE_URL to one with the extension Citus',
    );
  if (!(await isOnCitus(db)))
    throw new DistributionError(
      'The database does not have the extension Citus. Run `create extension citus` on the coordinator and on each worker',
    );
  const { rows } = await sql<{ isCoordinator: boolean; nodes: number }>`
    select citus_is_coordinator() as "isCoordinator",
      (select count(*) from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards) as nodes`.execute(
    db,
  );
  const { isCoordinator, nodes } = rows[0]!;
  if (!isCoordinator)
    throw new DistributionError('DATABASE_URL names a worker. Let it name the coordinator of Citus');
  if (nodes === 0)
    throw new DistributionError(
      'Citus has no workers. Add each on the coordinator with `select citus_add_node(host, port)`',
    );
  return nodes;
}

async function isOnCitus(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(acrossProjects(db));
  return rows.length > 0;
}

/** The tables of another version are unknown here, so that one could be left local. */
async function requireVersion(db: Db): Promise<void> {
  const status = await migrationStatus(db, migrations);
  refuseUnknown(status);
  if (status.pending.length > 0)
    throw new DistributionError(
      'The database is not at the version of this build. Run `latchkey migrate` first, then distribute it',
    );
  if (status.unknown.length > 0)
    throw new DistributionError('A newer version of Latchkey has migrated the database. Use that version');
}

async function refuseObstacles(db: Db): Promise<void> {
  const obstacles = await listObstacles(db);
  if (obstacles.length === 0) return;
  throw new DistributionError(
    `Citus cannot distribute the tables. ${obstacles.join(' ')} Remove what you have added to Latchkey’s tables`,
  );
}

async function hasRows(db: Db, tables: readonly DistributedTable[]): Promise<boolean> {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** A server could write a row that refers to one which is already on another node, or miss one. */
async function refuseServers(db: Db): Promise<void> {
  const count = await countOtherConnections(db);
  if (count === 0) return;
  throw new DistributionError(
    `The database has rows to distribute, and ${count} connections of other Latchkey processes. Stop all instances first`,
  );
}

interface State {
  /** The column by which it is distributed, if it is. */
  column: string | null;
  colocation: number | null;
  isUnlogged: boolean;
  /** The size of the rows on this node. */
  localBytes: number;
}

async function readStates(db: Db): Promise<Map<string, State>> {
  const { rows } = await sql<State & { name: string }>`
    select c.relname as name, c.relpersistence = 'u' as "isUnlogged", pg_relation_size(c.oid) as "localBytes",
      column_to_column_name(d.logicalrelid, d.partkey) as column, d.colocationid as colocation
    from pg_class c left join pg_dist_partition d on d.logicalrelid = c.oid and d.partmethod = 'h'
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`.execute(db);
  return new Map(rows.map(({ name, ...state }) => [name, state]));
}

async function refuseOtherShards(db: Db, shardCount: number | undefined): Promise<void> {
  const shards = await countShards(db);
  if (shardCount === undefined || shardCount === shards) return;
  throw new DistributionError(
    `The projects are divided into ${shards} shards already. Leave --shards out, and see docs/scale.md to divide them anew`,
  );
}

async function countShards(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_dist_shard where logicalrelid = 'projects'::regclass`.execute(db);
  return rows[0]!.count;
}

/** Refuses tables that are distributed in another way. */
function refuseOthers(tables: readonly DistributedTable[], states: ReadonlyMap<string, State>): void {
  const group = states.get('projects')?.colocation;
  const others = tables.filter(({ name, column }) => {
    const state = states.get(name)!;
    if (state.column === null) return false;
    return state.column !== column || state.colocation !== group;
  });
  if (others.length === 0) return;
  const names = others.map(({ name }) => name).join(', ');
  throw new DistributionError(
    `These tables are distributed in another way than Latchkey needs: ${names}. Make each a local one again with ` +
      "`select undistribute_table('…')`, and repeat the command",
  );
}

/** Returns the number of rows, or `undefined` if another process has distributed the table. */
function distributeTable(
  projectDb: Db,
  { name, column }: DistributedTable,
  { shardCount = defaultShardCount }: DistributeOptions,
): Promise<number | undefined> {
  return runTransaction(projectDb, async (transaction) => {
    const db = acrossProjects(transaction);
    await holdMigrations(db);
    const state = (await readStates(db)).get(name)!;
    if (state.column !== null) return undefined;
    const table = sql.table(name);
    await sql`lock table ${table} in exclusive mode`.execute(db);
    const rows = await countRows(db, name);
    await sql`select set_config('citus.shard_count', ${String(shardCount)}, true)`.execute(db);
    // Citus moves shards by logical replication, which unlogged tables do not have. Waiting for the disk costs less than a project whose counts
    // are on another node than the rest.
    if (state.isUnlogged) await sql`alter table ${table} set logged`.execute(db);
    const group = name === 'projects' ? 'none' : 'projects';
    await sql`select create_distributed_table(${`"${name}"`}::regclass, ${column}, colocate_with => ${group})`.execute(
      db,
    );
    const after = await countRows(db, name);
    if (after !== rows)
      throw new Error(`${name} had ${rows} rows before it was distributed, and has ${after} after it`);
    return rows;
  });
}

async function countRows(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return rows[0]!.count;
}

/** Removes the copies that Citus leaves on the coordinator, where nothing reads them. */
async function removeLocalRows(db: Db, tables: readonly DistributedTable[]): Promise<void> {
  const states = await readStates(db);
  for (const { name } of tables.filter(({ name }) => states.get(name)!.localBytes > 0)) {
    await whenFree(() =>
      runTransaction(db, async (transaction) => {
        await holdMigrations(acrossProjects(transaction));
        await sql`select truncate_local_data_after_distributing_table(${`"${name}"`}::regclass)`.execute(
          acrossProjects(transaction),
        );
      }),
    );
  }
}
