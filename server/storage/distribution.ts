import { sql } from 'kysely';
import { inOrder, readTables } from './copy/tables.ts';
import type { Database } from './engine.ts';
import { columnOfProject, tablesOfInstance } from './project-column.ts';
import { acrossProjects } from './scope.ts';
import type { Db } from './tables.ts';

const projectColumn = 'projectId';

/** A reason why a database cannot be distributed, or not be used as it is, and what to do. */
export class DistributionError extends Error {}

export interface DistributedTable {
  name: string;
  /** The column by which its rows are distributed. */
  column: string;
}

/** Returns the tables of PostgreSQL to be distributed: `projects` first, and each after those to which it refers. */
export async function listDistributedTables(db: Db): Promise<DistributedTable[]> {
  const tables = inOrder(await readTables(db))
    .filter(({ name, columns }) => name === 'projects' || columns.includes(projectColumn))
    .flatMap(({ name }) => {
      const column = columnOfProject(name);
      return column === undefined ? [] : [{ name, column }];
    });
  const isProjects = ({ name }: DistributedTable) => name === 'projects';
  return [...tables.filter(isProjects), ...tables.filter((table) => !isProjects(table))];
}

/** Lists the tables that should be distributed, and are not. Only for a database with the extension Citus. */
export async function listLocalTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.relname not in (${sql.join(Object.keys(tablesOfInstance))})
      and (c.relname = 'projects' or exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = ${projectColumn} and not a.attisdropped))
      and not exists (select 1 from pg_dist_partition d where d.logicalrelid = c.oid and d.partmethod = 'h')
    order by 1`.execute(acrossProjects(db));
  return rows.map(({ name }) => name);
}

/** Reports whether Citus has distributed `projects`. Only for a database with the extension Citus. */
export async function isDistributed(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_dist_partition where logicalrelid = to_regclass('projects')`.execute(acrossProjects(db));
  return rows.length > 0;
}

/** Refuses a database on Citus whose tables are on the coordinator only, as after a migration or a restore. */
export async function refuseLocalTables({
  db,
  isOnCitus,
}: Pick<Database, 'db' | 'isOnCitus'>): Promise<void> {
  if (!isOnCitus) return;
  const [first, ...others] = await listLocalTables(db);
  if (first === undefined) return;
  const tables =
    others.length === 0 ? `the table ${first} is` : `${others.length + 1} tables (such as ${first}) are`;
  throw new DistributionError(
    `The database is on Citus, but ${tables} not distributed. Run \`latchkey database distribute\`, then start the server`,
  );
}

/**
 * Returns what keeps Citus from distributing a table, as sentences. Needs no Citus, so that tests on any PostgreSQL find what a migration adds.
 * https://docs.citusdata.com/en/stable/develop/reference_ddl.html
 */
export async function listObstacles(projectDb: Db): Promise<string[]> {
  const db = acrossProjects(projectDb);
  const tables = await listDistributedTables(db);
  const names = sql.join(tables.map(({ name }) => name));
  const found: string[] = [];
  const { rows: triggers } = await sql<{ table: string; name: string }>`
    select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and c.relname in (${names}) and not t.tgisinternal
    order by 1, 2`.execute(db);
  for (const { table, name } of triggers) found.push(`${table} has the trigger ${name}.`);
  const { rows: identities } = await sql<{ table: string; name: string }>`
    select c.relname as table, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relname in (${names}) and a.attidentity <> ''
    order by 1, 2`.execute(db);
  for (const { table, name } of identities)
    found.push(`${table}.${name} is an identity column. Use a sequence instead.`);
  const { rows: keys } = await sql<Key>`
    select c.relname as table, x.relname as name, (
        select json_agg(a.attname)::text from pg_attribute a where a.attrelid = i.indexrelid
      ) as columns, i.indisprimary as "isPrimary"
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and c.relname in (${names}) and i.indisunique
    order by 1, 2`.execute(db);
  for (const { name, column } of tables) {
    const own = keys.filter(({ table }) => table === name);
    // Without one, a shard cannot be moved while it is written to.
    if (!own.some(({ isPrimary }) => isPrimary)) found.push(`${name} has no primary key.`);
    for (const key of own)
      if (!(JSON.parse(key.columns) as string[]).includes(column))
        found.push(`The unique key ${key.name} of ${name} does not contain ${column}.`);
  }
  return [...found, ...(await listForeignKeyObstacles(db, tables))];
}

interface Key {
  table: string;
  name: string;
  /** JSON. */
  columns: string;
  isPrimary: boolean;
}

async function listForeignKeyObstacles(db: Db, tables: readonly DistributedTable[]): Promise<string[]> {
  const columnOf = new Map(tables.map(({ name, column }) => [name, column]));
  const { rows } = await sql<ForeignKey>`
    select c.relname as table, p.relname as parent, f.conname as name, f.confupdtype as "onUpdate", f.confdeltype as "onDelete",
      (select json_agg(a.attname order by k.position)::text from unnest(f.conkey) with ordinality k(number, position)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number) as columns,
      (select json_agg(a.attname order by k.position)::text from unnest(f.confkey) with ordinality k(number, position)
        join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number) as "parentColumns",
      (select json_agg(a.attname)::text from pg_attribute a
        where a.attrelid = f.conrelid and (f.confdelsetcols is null or a.attnum = any(f.confdelsetcols))) as cleared
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
    where f.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by 1, 3`.execute(db);
  return rows.flatMap((key) => {
    const [own, parents] = [columnOf.get(key.table), columnOf.get(key.parent)];
    const name = `The foreign key ${key.name} of ${key.table}`;
    if (own === undefined && parents === undefined) return [];
    if (own === undefined) return [`${name} refers to ${key.parent}, but ${key.table} is not distributed.`];
    if (parents === undefined) return [`${name} refers to ${key.parent}, which is not distributed.`];
    const position = (JSON.parse(key.columns) as string[]).indexOf(own);
    if (position < 0 || (JSON.parse(key.parentColumns) as string[])[position] !== parents)
      return [`${name} does not compare ${own}.`];
    if (!isPassive.test(key.onUpdate)) return [`${name} changes rows on an update.`];
    if (/[nd]/.test(key.onDelete) && (JSON.parse(key.cleared) as string[]).includes(own))
      return [`${name} clears ${own} on a deletion.`];
    return [];
  });
}

/** The letters for `no action` and `restrict`. */
const isPassive = /^[ar]$/;

interface ForeignKey {
  table: string;
  parent: string;
  name: string;
  /** A letter, see pg_constraint. */
  onUpdate: string;
  onDelete: string;
  /** JSON, also the others. */
  columns: string;
  parentColumns: string;
  /** The columns that a deletion of the parent clears, if it clears any. */
  cleared: string;
}
