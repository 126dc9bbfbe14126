import { type SqlBool, sql } from 'kysely';
import type { RateLimit } from '../core/rate-limits.ts';
import { prepared } from '../storage/prepared.ts';
import type { Db } from '../storage/tables.ts';

interface Place {
  projectId: string;
  subject: string;
  now: number;
  limits: readonly { count: number; withinMs: number }[];
}

/** Times with this many digits compare as text as they do as numbers, on both engines and in every collation. */
const digits = 13;
const maxMoments = 30;

/**
 * Takes a place if each limit has one left, in one statement, so that all instances together keep the limits. A
 * limit of `count` reads the count-th newest time; if there is none, it reads '', which sorts first.
 */
export async function takePlace(db: Db, { projectId, subject, now, limits }: Place): Promise<boolean> {
  const moment = (at: number) => String(at).padStart(digits, '0');
  const fields: Record<string, string | number> = { projectId, subject, recent: moment(now), now };
  limits.forEach(({ count, withinMs }, index) => {
    fields[`position${index}`] = (count - 1) * digits + 1;
    fields[`before${index}`] = moment(now - withinMs);
  });
  const taken = await take(db, fields);
  return taken.length > 0;
}

const take = prepared((db, fields: Record<string, string | number>) => {
  const { projectId, subject, recent, now } = fields as Record<string, string> & { now: number };
  const limitCount = Object.keys(fields).filter((name) => name.startsWith('before')).length;
  const hasPlace = Array.from(
    { length: limitCount },
    (_, index) =>
      sql<SqlBool>`substr("messageLimits"."recent", cast(${fields[`position${index}`]} as integer), ${sql.lit(digits)}) <= ${fields[`before${index}`]}`,
  );
  return db
    .insertInto('messageLimits')
    .values({ projectId: projectId!, subject: subject!, recent: recent!, lastAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'subject'])
        .doUpdateSet({
          recent: sql<string>`substr("excluded"."recent" || "messageLimits"."recent", 1, ${sql.lit(digits * maxMoments)})`,
          lastAt: now,
        })
        .where((eb) => eb.and(hasPlace)),
    )
    .returning('subject');
});

/** Frees the newest place of a subject. */
export async function returnPlace(db: Db, projectId: string, subject: string): Promise<void> {
  await dropNewest(db, { projectId, subject });
}

const dropNewest = prepared((db, { projectId, subject }: { projectId: string; subject: string }) =>
  db
    .updateTable('messageLimits')
    .set({ recent: sql`substr(recent, ${sql.lit(digits + 1)})` })
    .where('projectId', '=', projectId)
    .where('subject', '=', subject),
);

/**
 * Takes a place under a rate: a burst at once, then one more after each share of the time. Stores one number,
 * the time at which all places are paid back (ITU-T I.371), in `lastAt`.
 */
export async function takeRatedPlace(
  db: Db,
  { projectId, subject, now, limit }: { projectId: string; subject: string; now: number; limit: RateLimit },
): Promise<boolean> {
  const intervalMs = Math.ceil((limit.seconds * 1_000) / limit.requests);
  const taken = await db
    .insertInto('messageLimits')
    .values({ projectId, subject, recent: '', lastAt: now + intervalMs })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'subject'])
        .doUpdateSet((row) => ({
          lastAt: row
            .case()
            .when('messageLimits.lastAt', '>', now)
            .then(row('messageLimits.lastAt', '+', intervalMs))
            // A plain number would stand in the text, and make each statement a new one.
            .else(row.val(now + intervalMs))
            .end(),
        }))
        .where('messageLimits.lastAt', '<=', now + (limit.requests - 1) * intervalMs),
    )
    .returning('subject')
    .executeTakeFirst();
  return taken !== undefined;
}
