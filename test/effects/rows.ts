import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { groups } from '../../server/groups.ts';
import { dialectOf } from '../../server/storage/engine.ts';
import { acrossProjects } from '../../server/storage/scope.ts';
import type { Db, Tables } from '../../server/storage/tables.ts';

type Fields = Record<string, unknown>;

/** All rows, as JSON, by table and primary key. */
export type Rows = Map<string, Map<string, string>>;

export interface Difference {
  /** `+1 users`, `~1 sessions`, `-2 passkeys`. */
  changes: string[];
  added: Record<string, Fields[]>;
}

/** Tables that say nothing about what an operation did: counts, the search index, and the seals of the audit log. */
const bookkeeping = new Set<keyof Tables>([
  ...(['auditKeys', 'auditSeals', 'leases', 'messageLimits', 'rateCounts'] as const),
  ...(['activeUsers', 'activityCounts', 'activityTenantCounts', 'activityProgress'] as const),
  ...(['searchLog', 'searchFolds', 'searchEntries', 'searchBlocks', 'searchSlots'] as const),
]);

/** Tables that only grow, and the column by which their new rows are found. These rows are effects of their own. */
const growing: Partial<Record<keyof Tables, string>> = { auditEvents: 'occurredAt', outbox: 'createdAt' };

/** Columns that every use of a key or a device may change. */
const timesOfUse = new Set(['lastUsedAt', 'lastSeenAt']);

export const allTables = groups.flatMap(({ tables = {} }) => Object.keys(tables) as (keyof Tables)[]);
const telling = allTables.filter((table) => !bookkeeping.has(table));

/**
 * Reads the tables of all groups in one statement, without those that say nothing. Of those that only grow, it reads what is from
 * `since` on.
 */
export async function readRows(db: Db, since: number, tables = telling): Promise<Rows> {
  const statement = await statementFor(db, tables);
  const sinces = statement.parameters.map(() => since);
  const rows: Rows = new Map(tables.map((table) => [table, new Map()]));
  const read = await acrossProjects(db).executeQuery(CompiledQuery.raw(statement.sql, sinces));
  for (const { table, key, row } of read.rows as { table: string; key: string; row: string }[])
    rows.get(table)!.set(key, row);
  return rows;
}

const statements = new WeakMap<Db, Map<readonly string[], CompiledQuery>>();

/** Compiles the statement for these tables once. It has thousands of parts, and nothing but `since` as a parameter. */
async function statementFor(db: Db, tables: readonly (keyof Tables)[]): Promise<CompiledQuery> {
  const known = statements.get(db) ?? new Map<readonly string[], CompiledQuery>();
  statements.set(db, known);
  const compiled = known.get(tables);
  if (compiled) return compiled;
  const columns = await columnsOf(db);
  const selects = tables.map((table) => selectAll(db, table, columns.get(table) ?? []));
  const statement = sql`${sql.join(selects, sql` union all `)}`.compile(acrossProjects(db));
  known.set(tables, statement);
  return statement;
}

function selectAll(db: Db, table: keyof Tables, columns: Column[]): RawBuilder<unknown> {
  const keys = columns.filter(({ isKey }) => isKey).map(({ column }) => sql.ref(column));
  const fields = columns.flatMap(({ column }) => [sql.lit(column), asText(column)]);
  const row = dialectOf(db) === 'postgres' ? sql`to_jsonb(t)::text` : sql`json_object(${sql.join(fields)})`;
  // The index of texts has no primary key on PostgreSQL.
  const key = keys.length > 0 ? sql`concat_ws(' ', ${sql.join(keys)})` : row;
  const moment = growing[table];
  return sql`select ${sql.lit(table)} as "table", ${key} as key, ${row} as row
    from ${sql.table(table)} as t ${moment ? sql`where ${sql.ref(moment)} >= ${0}` : sql``}`;
}

/** JSON has no bytes, which are in the search index only. */
function asText(column: string): RawBuilder<unknown> {
  const value = sql.ref(column);
  return ['facet', 'facets', 'members', 'textHash'].includes(column)
    ? sql`case typeof(${value}) when 'blob' then hex(${value}) else ${value} end`
    : value;
}

interface Column {
  table: string;
  column: string;
  isKey: number;
}

const known = new WeakMap<Db, Promise<Map<string, Column[]>>>();

function columnsOf(db: Db): Promise<Map<string, Column[]>> {
  const columns = known.get(db) ?? readColumns(db);
  known.set(db, columns);
  return columns;
}

async function readColumns(db: Db): Promise<Map<string, Column[]>> {
  const query = dialectOf(db) === 'postgres' ? columnsOnPostgres : columnsOnSqlite;
  const { rows } = await query.execute(acrossProjects(db));
  return Map.groupBy(rows, ({ table }) => table);
}

const columnsOnSqlite = sql<Column>`
  select t.name as "table", c.name as "column", c.pk > 0 as "isKey"
  from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'`;

const columnsOnPostgres = sql<Column>`
  select t.relname as "table", c.attname as "column", (c.attnum = any(i.indkey))::int as "isKey"
  from pg_index i
  join pg_class t on t.oid = i.indrelid
  join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
  where i.indisprimary and t.relnamespace = current_schema()::regnamespace`;

export function compareRows(before: Rows, after: Rows): Difference {
  const changes: string[] = [];
  const added: Difference['added'] = {};
  for (const table of telling) {
    const [old, now] = [before.get(table)!, after.get(table)!];
    const news = [...now].filter(([key]) => !old.has(key));
    if (news.length > 0) added[table] = news.map(([, row]) => JSON.parse(row));
    if (growing[table]) continue;
    const changed = [...now].filter(([key, row]) => old.has(key) && isChanged(old.get(key)!, row));
    const removed = [...old.keys()].filter((key) => !now.has(key));
    if (news.length > 0) changes.push(`+${news.length} ${table}`);
    if (changed.length > 0) changes.push(`~${changed.length} ${table}`);
    if (removed.length > 0) changes.push(`-${removed.length} ${table}`);
  }
  return { changes, added };
}

function isChanged(before: string, after: string): boolean {
  if (before === after) return false;
  const [old, now] = [JSON.parse(before) as Fields, JSON.parse(after) as Fields];
  return Object.keys(now).some(
    (column) => !timesOfUse.has(column) && JSON.stringify(old[column]) !== JSON.stringify(now[column]),
  );
}
