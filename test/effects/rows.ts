import { sql } from 'kysely';
import { groups } from '../../server/groups.ts';
import { dialectOf } from '../../server/storage/engine.ts';
import { acrossProjects } from '../../server/storage/scope.ts';
import type { Db, Tables } from '../../server/storage/tables.ts';

type Fields = Record<string, unknown>;

/** All rows by table and primary key. */
export type Rows = Map<string, Map<string, Fields>>;

export interface Difference {
  /** `+1 users`, `~1 sessions`, `-2 passkeys`. */
  changes: string[];
  added: Record<string, Fields[]>;
}

/**
 * Tables that say nothing about what an operation did: counts, the search index, and the seals of the audit log.
 */
const bookkeeping = new Set<keyof Tables>([
  ...(['auditKeys', 'auditSeals', 'leases'] as const),
  ...(['activeUsers', 'activityCounts', 'activityTenantCounts', 'activityProgress'] as const),
  ...(['messageLimits', 'rateCounts'] as const),
  ...(['searchedUsers', 'searchFacets', 'userCounts', 'userFacets', 'userTexts'] as const),
]);

/** Messages and audit events are effects of their own. */
const growing = new Set(['auditEvents', 'outbox']);

/** Columns that every use of a key or a device may change. */
const timesOfUse = new Set(['lastUsedAt', 'lastSeenAt']);

const tables = groups.flatMap(({ tables = {} }) => Object.keys(tables)) as (keyof Tables)[];

/**
 * Reads every table that belongs to a group. Of the audit log and the messages, which only grow, only what is from `since` on.
 */
export async function readRows(db: Db, since: number): Promise<Rows> {
  const all = acrossProjects(db);
  const keys = await readKeys(all);
  const read = async (table: keyof Tables): Promise<Fields[]> => {
    if (table === 'auditEvents')
      return all.selectFrom(table).selectAll().where('occurredAt', '>=', since).execute();
    if (table === 'outbox')
      return all.selectFrom(table).selectAll().where('createdAt', '>=', since).execute();
    return (await sql<Fields>`select * from ${sql.table(table)}`.execute(all)).rows;
  };
  const rows: Rows = new Map();
  for (const table of tables.filter((one) => !bookkeeping.has(one))) {
    const key = keys.get(table) ?? [];
    const found = await read(table);
    rows.set(table, new Map(found.map((row) => [key.map((column) => row[column]).join(' '), row])));
  }
  return rows;
}

async function readKeys(db: Db): Promise<Map<string, string[]>> {
  const query = dialectOf(db) === 'postgres' ? keysOnPostgres : keysOnSqlite;
  const { rows } = await query.execute(db);
  const columns = Map.groupBy(rows, ({ table }) => table);
  return new Map([...columns].map(([table, parts]) => [table, parts.map(({ column }) => column)]));
}

interface KeyColumn {
  table: string;
  column: string;
}

const keysOnSqlite = sql<KeyColumn>`
  select t.name as "table", c.name as "column"
  from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' and c.pk > 0`;

const keysOnPostgres = sql<KeyColumn>`
  select t.relname as "table", c.attname as "column"
  from pg_index i
  join pg_class t on t.oid = i.indrelid
  join pg_attribute c on c.attrelid = t.oid and c.attnum = any(i.indkey)
  where i.indisprimary and t.relnamespace = current_schema()::regnamespace`;

export function compareRows(before: Rows, after: Rows): Difference {
  const changes: string[] = [];
  const added: Difference['added'] = {};
  for (const table of before.keys()) {
    const [old, now] = [before.get(table)!, after.get(table)!];
    const news = [...now].filter(([key]) => !old.has(key)).map(([, row]) => row);
    if (news.length > 0) added[table] = news;
    if (growing.has(table)) continue;
    const changed = [...now].filter(([key, row]) => old.has(key) && isChanged(old.get(key)!, row));
    const removed = [...old.keys()].filter((key) => !now.has(key));
    if (news.length > 0) changes.push(`+${news.length} ${table}`);
    if (changed.length > 0) changes.push(`~${changed.length} ${table}`);
    if (removed.length > 0) changes.push(`-${removed.length} ${table}`);
  }
  return { changes, added };
}

function isChanged(old: Fields, now: Fields): boolean {
  for (const column in now) {
    if (now[column] === old[column] || timesOfUse.has(column)) continue;
    if (JSON.stringify(now[column]) !== JSON.stringify(old[column])) return true;
  }
  return false;
}
