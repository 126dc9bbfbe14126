import { sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import { acrossProjects } from '../scope.ts';
import type { Db } from '../tables.ts';

/** The size from which a wrong plan matters: 8 pages. */
const analyzedFromBytes = 65_536;

/**
 * Lets PostgreSQL look at tables that were empty until now. Without statistics it considers all indexes of a table
 * equally good: a foreign key may then be checked by reading every user of the project. Autovacuum, which does everything
 * later, comes up to a minute after the first rows, and an import would spend that minute waiting.
 */
export async function analyzeNewTables(projectDb: Db): Promise<void> {
  if (dialectOf(projectDb) === 'sqlite') return;
  const db = acrossProjects(projectDb);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = cast(current_schema() as regnamespace) and relkind = 'r' and relpages = 0
      and pg_relation_size(oid) >= ${analyzedFromBytes} and pg_has_role(relowner, 'usage')`.execute(db);
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db);
}
