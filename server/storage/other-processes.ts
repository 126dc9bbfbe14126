import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { acrossProjects } from './scope.ts';
import type { Db } from './tables.ts';

/** The time within which PostgreSQL ends the connections of a process that has ended. */
const endingMilliseconds = 5_000;
const pauseMilliseconds = 50;

/**
 * Counts the connections of other Latchkey processes to the PostgreSQL database. The caller has only one connection.
 * Those of a process that has just ended are still there for a moment, so it waits for them before it counts any.
 */
export async function countOtherConnections(db: Db): Promise<number> {
  const deadline = performance.now() + endingMilliseconds;
  for (;;) {
    const count = await countNow(db);
    if (count === 0 || performance.now() >= deadline) return count;
    await sleep(pauseMilliseconds);
    // A transaction would otherwise see the connections of the first look.
    await sql`select pg_stat_clear_snapshot()`.execute(acrossProjects(db));
  }
}

async function countNow(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'latchkey' and pid <> pg_backend_pid()`.execute(
    acrossProjects(db),
  );
  return rows[0]!.count;
}
