import { type SqlBool, sql } from 'kysely';
import type { Db } from '../storage/tables.ts';

interface Place {
  projectId: string;
  subject: string;
  now: number;
  limits: readonly { count: number; withinMs: number }[];
}

/** Moments of so many digits compare as text as they do as numbers, on both engines and in every collation. */
const digits = 13;
const maxMoments = 30;

/**
 * Takes a place if each limit has one left; in one statement, so that all instances together keep the limits. A limit
 * of `count` looks at the moment that is the count-th newest: if there is none, it reads '', which is before all.
 */
export async function takePlace(db: Db, { projectId, subject, now, limits }: Place): Promise<boolean> {
  const moment = (at: number) => String(at).padStart(digits, '0');
  const hasPlace = limits.map(
    ({ count, withinMs }) =>
      sql<SqlBool>`substr("messageLimits"."recent", cast(${(count - 1) * digits + 1} as integer), ${sql.lit(digits)}) <= ${moment(now - withinMs)}`,
  );
  const taken = await db
    .insertInto('messageLimits')
    .values({ projectId, subject, recent: moment(now), lastAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'subject'])
        .doUpdateSet({
          recent: sql<string>`substr("excluded"."recent" || "messageLimits"."recent", 1, ${sql.lit(digits * maxMoments)})`,
          lastAt: now,
        })
        .where((eb) => eb.and(hasPlace)),
    )
    .returning('subject')
    .executeTakeFirst();
  return taken !== undefined;
}
