import { sql } from 'kysely';
import { dialectOf } from '../../server/storage/engine.ts';
import type { Db } from '../../server/storage/tables.ts';

/** A part of the schema, with its definition as the database words it. */
interface Part {
  kind: 'table' | 'column' | 'index' | 'trigger' | 'constraint' | 'function';
  table: string;
  name: string;
  definition: string;
}

export type Schema = Map<string, Part>;

export async function readSchema(db: Db): Promise<Schema> {
  const parts = dialectOf(db) === 'postgres' ? postgresParts : sqliteParts;
  const { rows } = await parts.execute(db);
  return new Map(
    rows.map((part) => [`${part.kind} ${[part.table, part.name].filter(Boolean).join('.')}`, part]),
  );
}

/** Returns what an instance that does not know the migration could stumble over, as sentences. */
export function findContractions(before: Schema, after: Schema): string[] {
  const lost = [...before].flatMap(([key, part]) => {
    const now = after.get(key);
    if (!now) return [`${key} is gone`];
    return isSame(part, now) ? [] : [`${key} has changed: ${part.definition} → ${now.definition}`];
  });
  const added = [...after].filter(([key]) => !before.has(key));
  return [...lost, ...added.flatMap(([key, part]) => refuseNew(key, part, before))];
}

/**
 * SQLite inserts a new column into the text of the table, after the other columns and before the constraints. Storage
 * parameters of an index change no result.
 */
function isSame(before: Part, after: Part): boolean {
  const [old, now] = [before.definition, after.definition];
  if (before.kind === 'index') return withoutParameters(old) === withoutParameters(now);
  if (before.kind !== 'table' || old === now) return old === now;
  const end = [...old].findIndex((character, i) => character !== now[i]);
  return now.length > old.length && now.endsWith(old.slice(end));
}

function withoutParameters(index: string): string {
  return index.replace(/ WITH \([^)]*\)/, '');
}

function refuseNew(key: string, { kind, table, definition }: Part, before: Schema): string[] {
  const isOfExistingTable = before.has(`table ${table}`);
  if (kind === 'constraint' && /^foreign key/i.test(definition)) {
    // Earlier versions delete users and projects, but not the rows that they do not know.
    const target = /references "?(\w+)/i.exec(definition)?.[1];
    if (before.has(`table ${target}`) && !/on delete (cascade|set null)/i.test(definition))
      return [`${key} prevents deletions in ${target}: let it cascade`];
  }
  if (!isOfExistingTable) return [];
  if (kind === 'column' && /not null/i.test(definition) && !/default/i.test(definition))
    return [`${key} is required and has no default`];
  if (kind === 'index' && /^create unique/i.test(definition)) return [`${key} is unique`];
  if (kind === 'constraint' && !/^(foreign key|not null)/i.test(definition))
    return [`${key} refuses rows that were allowed`];
  return [];
}

const sqliteParts = sql<Part>`
  select 'table' as kind, name as "table", '' as name, sql as definition from sqlite_master where type = 'table'
  union all
  select 'column', t.name, c.name, c.type || iif(c."notnull", ' not null', '') || coalesce(' default ' || c.dflt_value, '')
  from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'
  union all
  select type, tbl_name, name, coalesce(sql, '') from sqlite_master where type in ('index', 'trigger')
  union all
  select 'constraint', t.name, 'foreign key ' || group_concat(k."from"),
    'foreign key references ' || k."table" || ' on delete ' || k.on_delete
  from sqlite_master t, pragma_foreign_key_list(t.name) k where t.type = 'table' group by t.name, k.id`;

const postgresParts = sql<Part>`
  with tables as (
    select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
  select 'table' as kind, relname as "table", '' as name, '' as definition from tables
  union all
  select 'column', t.relname, a.attname, format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
  from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  union all
  select 'index', tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'trigger', t.relname, g.tgname, pg_get_triggerdef(g.oid)
  from pg_trigger g join tables t on t.oid = g.tgrelid where not g.tgisinternal
  union all
  select 'constraint', t.relname, c.conname, pg_get_constraintdef(c.oid)
  from pg_constraint c join tables t on t.oid = c.conrelid
  union all
  select 'function', '', p.oid::regprocedure::text, p.prosrc
  from pg_proc p where p.pronamespace = 'public'::regnamespace`;
