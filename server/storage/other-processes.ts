import { sql } from 'kysely';
import { acrossProjects } from './scope.ts';
import type { Db } from './tables.ts';

/** Counts the connections of other Latchkey processes to the PostgreSQL database. The caller has only one connection. */
export async function countOtherConnections(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'latchkey' and pid <> pg_backend_pid()`.execute(
    acrossProjects(db),
  );
  return rows[0]!.count;
}
