import { sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { Db, Tables } from '../tables.ts';

export interface CopiedTable {
  name: keyof Tables;
  /** Without generated columns. */
  columns: string[];
  /** The columns of the primary key. */
  key: string[];
}

export interface FoundTable {
  name: string;
  columns: string[];
  key: string[];
  /** The tables that foreign keys refer to, without the table itself. */
  parents: string[];
}

/**
 * Tables that belong to one database: the journal of its migrations and what they need, and the search index, which `rebuild.ts` lets the
 * server compute again.
 */
const notCopied =
  /^(kysely_migration|kysely_migration_lock|migrationNeeds|search(Log|Folds|Entries|Blocks|Slots|Texts.*)|sqlite_.*)$/;

/**
 * Returns the tables that both databases have, each after the tables to which it refers. Both are at the version of this
 * build, so these are Latchkey's tables: others in a PostgreSQL schema belong to another program.
 */
export async function listCopiedTables(source: Db, target: Db): Promise<CopiedTable[]> {
  const [ours, theirs] = [await listTables(source), await listTables(target)];
  const copied = ours.filter(({ name }) => theirs.some((table) => table.name === name));
  return inOrder(copied).map(({ name, columns, key }) => ({ name: name as keyof Tables, columns, key }));
}

async function listTables(db: Db): Promise<FoundTable[]> {
  return (await readTables(db)).filter(({ name }) => !notCopied.test(name));
}

/** Returns all tables of the schema, also those of other programs. */
export async function readTables(db: Db): Promise<FoundTable[]> {
  const { rows } = await (dialectOf(db) === 'sqlite' ? sqliteTables : postgresTables).execute(db);
  return rows.map(({ name, columns, key, parents }) => ({
    name,
    columns: JSON.parse(columns),
    key: JSON.parse(key ?? '[]'),
    parents: JSON.parse(parents ?? '[]'),
  }));
}

/** The lists are JSON. */
type TableRow = Record<keyof FoundTable, string>;

const sqliteTables = sql<TableRow>`
  select name,
    (select json_group_array(c.name order by c.cid) from pragma_table_xinfo(t.name) c where hidden = 0) as columns,
    (select json_group_array(c.name order by c.pk) from pragma_table_xinfo(t.name) c where pk > 0) as key,
    (select json_group_array(k."table") from pragma_foreign_key_list(t.name) k where k."table" <> t.name) as parents
  from sqlite_master t where type = 'table' order by name`;

const postgresTables = sql<TableRow>`
  select c.relname as name,
    (select json_agg(a.attname order by a.attnum)::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))::text
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid
      where i.indrelid = c.oid and i.indisprimary
        and array_position(i.indkey::int2[], a.attnum) < i.indnkeyatts) as key,
    (select json_agg(p.relname)::text from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid) as parents
  from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname`;

/** Returns the tables, each after those to which it refers. */
export function inOrder(tables: FoundTable[]): FoundTable[] {
  const ordered: FoundTable[] = [];
  const visit = (table: FoundTable) => {
    if (ordered.includes(table)) return;
    for (const parent of tables) if (table.parents.includes(parent.name)) visit(parent);
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}
