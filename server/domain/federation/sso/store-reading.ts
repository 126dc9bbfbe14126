import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row } from '../../../storage/tables.ts';

import { longestInterval } from './reading/reading.ts';

type ConnectionKey = Pick<Row<'ssoConnections'>, 'projectId' | 'tenantId' | 'id'>;

/** Lists the connections of all projects whose daily reading is due, the one that has waited longest first. */
export function listDueConnections(db: Db, now: number, limit: number) {
  return dueConnectionsQuery(db, now, limit).execute();
}

export function dueConnectionsQuery(db: Db, now: number, limit: number) {
  return (
    ofReachableProjects(db)
      .selectFrom('ssoConnections')
      .select(['projectId', 'tenantId', 'id', 'readDueAt'])
      // A clock that ran ahead must not stop the readings of what was saved meanwhile.
      .where(({ or, eb }) => or([eb('readDueAt', '<=', now), eb('readDueAt', '>', now + longestInterval)]))
      .orderBy('readDueAt')
      .orderBy('projectId')
      .orderBy('tenantId')
      .orderBy('id')
      .limit(limit)
  );
}

/** Claims a daily reading by moving it. Returns `false` if another instance has claimed it, or the connection was saved or deleted. */
export async function claimDailyReading(
  db: Db,
  { projectId, tenantId, id, readDueAt }: ConnectionKey & { readDueAt: number },
  next: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable('ssoConnections')
    .set({ readDueAt: next })
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('readDueAt', '=', readDueAt)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Claims a reading because of a signature, unless there was one in the last `intervalMs`, on any instance. */
export async function claimReading(
  db: Db,
  { projectId, tenantId, id }: ConnectionKey,
  { now, intervalMs }: { now: number; intervalMs: number },
): Promise<boolean> {
  const claimed = await db
    .updateTable('ssoConnections')
    .set({ askedAt: now })
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    // A clock that was set back must not stop readings for longer.
    .where(({ or, eb }) => or([eb('askedAt', '<=', now - intervalMs), eb('askedAt', '>', now + intervalMs)]))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function findAskedAt(db: Db, { projectId, tenantId, id }: ConnectionKey): Promise<number> {
  const row = await db
    .selectFrom('ssoConnections')
    .select('askedAt')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.askedAt ?? 0;
}
