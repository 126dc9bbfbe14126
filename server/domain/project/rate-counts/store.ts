import { sql } from 'kysely';
import type { RateLimit } from '../../../core/rate-limits.ts';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db } from '../../../storage/tables.ts';

export interface Counted {
  projectId: string;
  subject: string;
  limit: RateLimit;
  now: number;
}

/**
 * Counts a request in one statement of PostgreSQL, so that all instances together keep the limit. Returns the time at which all
 * counted requests are paid back, or undefined over the limit. A stored time is never later than the limit allows, as
 * in the counts in memory.
 */
export async function takeCount(
  db: Db,
  { projectId, subject, limit, now }: Counted,
): Promise<number | undefined> {
  const intervalMs = Math.ceil((limit.seconds * 1_000) / limit.requests);
  const [row] = await upsert(db, {
    projectId,
    subject,
    now,
    intervalMs,
    first: now + intervalMs,
    latest: now + limit.seconds * 1_000,
    free: now + (limit.requests - 1) * intervalMs,
  });
  return row && Number(row.paidBackAt);
}

const upsert = prepared(
  (
    db,
    f: {
      projectId: string;
      subject: string;
      now: number;
      intervalMs: number;
      first: number;
      latest: number;
      free: number;
    },
  ) => {
    const current = sql<number>`
      greatest(least("rateCounts"."paidBackAt", cast(${f.latest} as bigint)), cast(${f.now} as bigint))`;
    return db
      .insertInto('rateCounts')
      .values({ projectId: f.projectId, subject: f.subject, paidBackAt: f.first })
      .onConflict((conflict) =>
        conflict
          .columns(['projectId', 'subject'])
          .doUpdateSet({ paidBackAt: sql<number>`${current} + cast(${f.intervalMs} as bigint)` })
          .where(current, '<=', f.free),
      )
      .returning('paidBackAt');
  },
);

export async function readCount(db: Db, projectId: string, subject: string): Promise<number> {
  const row = await db
    .selectFrom('rateCounts')
    .select('paidBackAt')
    .where('projectId', '=', projectId)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return Number(row?.paidBackAt ?? 0);
}

export async function deletePaidBack(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('rateCounts').where('paidBackAt', '<=', now).execute();
}
