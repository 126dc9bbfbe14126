import { sql } from 'kysely';
import { acrossProjects } from '../scope.ts';
import type { Db } from '../tables.ts';

export interface PostgresTarget {
  /** The major version of the server. */
  version: number;
  tables: string[];
  /** Statements that drop the tables, sequences and functions, without those of extensions. */
  drops: string[];
}

export async function inspectTarget(database: Db): Promise<PostgresTarget> {
  const db = acrossProjects(database);
  const { rows: versions } = await sql<{ version: number }>`
    select cast(current_setting('server_version_num') as integer) / 10000 as version`.execute(db);
  const { rows: tables } = await sql<{ name: string; statement: string }>`
    select c.relname as name, format('drop table %I.%I cascade', n.nspname, c.relname) as statement
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not exists (
      select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`.execute(db);
  // A sequence that belongs to a column goes with its table.
  const { rows: sequences } = await sql<{ statement: string }>`
    select format('drop sequence %I.%I cascade', n.nspname, c.relname) as statement
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'S' and not exists (
      select 1 from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'e', 'i'))`.execute(db);
  const { rows: functions } = await sql<{ statement: string }>`
    select format('drop function %s cascade', cast(p.oid as regprocedure)) as statement
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = current_schema() and p.prokind = 'f' and not exists (
      select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(db);
  return {
    version: versions[0]!.version,
    tables: tables.map(({ name }) => name),
    drops: [...tables, ...sequences, ...functions].map(({ statement }) => statement),
  };
}
