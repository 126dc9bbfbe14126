import { type Expression, type RawBuilder, sql } from 'kysely';
import { insertRows } from '../../../storage/insert-rows.ts';
import { slowReads } from '../../../storage/slow-reads.ts';
import type { Db } from '../../../storage/tables.ts';
import { dayMs } from './activity.ts';
import type { Range } from './store.ts';

/** The number of newest events that are read beyond the counted ones. */
const tailSize = 100_000;

/** Adds users to their days. One who is there stays. */
export const insertActiveUsers = insertRows('activeUsers', (insert) =>
  insert.onConflict((conflict) => conflict.columns(['projectId', 'startsAt', 'userId']).doNothing()),
);

/** Adds the users who signed in within a range of the audit chain. */
export async function addActiveUsersOf(db: Db, projectId: string, { after, upTo }: Range): Promise<void> {
  const rows = await db
    .selectFrom('auditEvents')
    .select((event) => [dayOf(event.ref('occurredAt')).as('startsAt'), 'userId'])
    .distinct()
    .where('projectId', '=', projectId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .where('action', '=', 'LoginSucceed')
    .where('actorType', '<>', 'external')
    .where('userId', '<>', '')
    .execute();
  await insertActiveUsers(
    db,
    rows.map(({ startsAt, userId }) => ({ projectId, startsAt: Number(startsAt), userId })),
  );
}

export async function deleteActiveUsersBefore(db: Db, projectId: string, time: number): Promise<void> {
  await db
    .deleteFrom('activeUsers')
    .where('projectId', '=', projectId)
    .where('startsAt', '<', time)
    .execute();
}

/** Whole days; `to` is exclusive. */
export interface Days {
  from: number;
  to: number;
}

/** Counts each user once in the whole time. */
export async function countActiveUsers(db: Db, projectId: string, days: Days): Promise<number> {
  const { users } = await slowReads(db)
    .selectFrom(active(slowReads(db), projectId, days).as('active'))
    .select((row) => row.fn.count<number>('active.userId').distinct().as('users'))
    .executeTakeFirstOrThrow();
  return Number(users);
}

/** Counts the users of each day that has some, oldest first. */
export async function countActiveUsersByDay(
  db: Db,
  projectId: string,
  days: Days,
): Promise<{ startsAt: number; users: number }[]> {
  const rows = await slowReads(db)
    .selectFrom(active(slowReads(db), projectId, days).as('active'))
    .select((row) => ['active.startsAt', row.fn.countAll<number>().as('users')])
    .groupBy('active.startsAt')
    .orderBy('active.startsAt')
    .execute();
  return rows.map(({ startsAt, users }) => ({ startsAt: Number(startsAt), users: Number(users) }));
}

/** Selects each user once for each of their days, also those whose sign-in is not counted yet. */
function active(db: Db, projectId: string, days: Days) {
  const recent = db
    .selectFrom(sealedTail(db, projectId))
    .select(eventColumns)
    .unionAll(db.selectFrom(unsealedTail(db, projectId, days)).select(eventColumns))
    .as('recent');
  const uncounted = db
    .selectFrom(recent)
    .select((event) => [dayOf(event.ref('recent.occurredAt')).as('startsAt'), 'recent.userId'])
    .distinct()
    .where('recent.action', '=', 'LoginSucceed')
    .where('recent.actorType', '<>', 'external')
    .where('recent.userId', '<>', '')
    .where('recent.occurredAt', '>=', days.from)
    .where('recent.occurredAt', '<', days.to)
    .where((event) =>
      event.not(
        event.exists(
          event
            .selectFrom('activeUsers')
            .select('activeUsers.userId')
            .where('activeUsers.projectId', '=', projectId)
            .where('activeUsers.startsAt', '=', dayOf(event.ref('recent.occurredAt')))
            .whereRef('activeUsers.userId', '=', 'recent.userId'),
        ),
      ),
    );
  return db
    .selectFrom('activeUsers')
    .select(['activeUsers.startsAt', 'activeUsers.userId'])
    .where('activeUsers.projectId', '=', projectId)
    .where('activeUsers.startsAt', '>=', days.from)
    .where('activeUsers.startsAt', '<', days.to)
    .unionAll(uncounted);
}

const eventColumns = ['occurredAt', 'action', 'actorType', 'userId'] as const;

/** Selects events with a position in the chain after the counted ones. */
function sealedTail(db: Db, projectId: string) {
  const counted = db
    .selectFrom('activityProgress')
    .select('activityProgress.sequence')
    .where('activityProgress.projectId', '=', projectId);
  return db
    .selectFrom('auditEvents')
    .select(eventColumns)
    .where('projectId', '=', projectId)
    .where('sequence', '>', sql<number>`coalesce(${counted}, 0)`)
    .orderBy('sequence', 'desc')
    .limit(tailSize)
    .as('tail');
}

/** Selects events of the last seconds, which have no position in the chain yet. */
function unsealedTail(db: Db, projectId: string, { from, to }: Days) {
  return db
    .selectFrom('auditEvents')
    .select(eventColumns)
    .where('projectId', '=', projectId)
    .where('sequence', 'is', null)
    .where('occurredAt', '>=', from)
    .where('occurredAt', '<', to)
    .orderBy('occurredAt', 'desc')
    .limit(tailSize)
    .as('tail');
}

function dayOf(time: Expression<number>): RawBuilder<number> {
  return sql<number>`${time} - ${time} % ${sql.lit(dayMs)}`;
}
