import { sql } from 'kysely';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db } from '../../../storage/tables.ts';
import { growingWaitsMs, rememberedMs } from './attempts.ts';
import type { PasswordRules } from './rules.ts';

/**
 * Counts an attempt as failed before anything is compared, and returns the number of attempts, or `undefined` if the previous
 * attempt's wait is not over. Uses one statement, so that instances and parallel requests count together.
 */
export async function countAttempt(
  db: Db,
  projectId: string,
  subject: string,
  { now, rules }: { now: number; rules: PasswordRules },
): Promise<number | undefined> {
  const row = await db
    .insertInto('passwordAttempts')
    // The settings grant at least two free attempts.
    .values({ projectId, subject, failures: 1, nextAttemptAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'subject'])
        .doUpdateSet({
          failures: sql`${sql.ref('passwordAttempts.failures')} + 1`,
          nextAttemptAt: sql`cast(${now} as bigint) + ${nextWaitMs(rules)}`,
        })
        // Free attempts have no wait, even if another instance's clock is a little ahead of this one.
        .where((where) =>
          where.or([
            where('passwordAttempts.failures', '<', rules.waits.freeAttempts),
            where('passwordAttempts.nextAttemptAt', '<=', now),
          ]),
        ),
    )
    .returning('failures')
    .executeTakeFirst();
  return row?.failures;
}

/** Chooses the next wait by the row's own count, so that no instance can use an outdated one. */
function nextWaitMs({ waits }: PasswordRules) {
  const before = sql.ref('passwordAttempts.failures');
  const growing = growingWaitsMs(waits);
  const cases = growing.map((wait, index) => {
    return sql`when ${before} = ${sql.lit(waits.freeAttempts - 1 + index)} then ${sql.lit(wait)}`;
  });
  return sql<number>`case when ${before} < ${sql.lit(waits.freeAttempts - 1)} then 0
    ${sql.join(cases, sql` `)} else ${sql.lit(waits.longestMs)} end`;
}

export async function findNextAttemptAt(
  db: Db,
  projectId: string,
  subject: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('passwordAttempts')
    .select('nextAttemptAt')
    .where('projectId', '=', projectId)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.nextAttemptAt;
}

/** Clears the count after the right password. */
export async function clearAttempts(db: Db, projectId: string, subject: string): Promise<void> {
  await db
    .deleteFrom('passwordAttempts')
    .where('projectId', '=', projectId)
    .where('subject', '=', subject)
    .execute();
}

/** Deletes counts in all projects that have not grown for a day. */
export async function deleteForgotten(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db)
    .deleteFrom('passwordAttempts')
    .where('nextAttemptAt', '<=', now - rememberedMs)
    .execute();
}
