import type { Insertable } from 'kysely';
import { insertRows } from '../../../../storage/insert-rows.ts';
import { prepared } from '../../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../../storage/reachable.ts';
import type { Db, Tables } from '../../../../storage/tables.ts';

const insert = insertRows('endedSessions', (rows) => rows.onConflict((conflict) => conflict.doNothing()));

export async function insertEnded(db: Db, rows: Insertable<Tables['endedSessions']>[]): Promise<void> {
  await insert(db, rows);
}

export interface Place {
  endedAt: number;
  /** The session's place; empty for the place before all sessions that ended at that time. */
  idHash: string;
}

type Page = {
  projectId: string;
  endedAt: number;
  idHash: string;
  now: number;
  limit: number;
};

/** Lists the sessions behind a place, in the order in which they ended. */
export const listEnded = prepared((db, { projectId, endedAt, idHash, now, limit }: Page) =>
  db
    .selectFrom('endedSessions')
    .select(['endedAt', 'idHash'])
    .where('projectId', '=', projectId)
    .where('endedAt', '>=', endedAt)
    .where((row) => row.or([row('endedAt', '>', endedAt), row('idHash', '>', idHash)]))
    .where('expiresAt', '>', now)
    .orderBy('endedAt')
    .orderBy('idHash')
    .limit(limit),
);

export const countEndedSince = prepared((db, { projectId, since }: { projectId: string; since: number }) =>
  db
    .selectFrom('endedSessions')
    .select((rows) => [rows.fn.countAll<number>().as('count'), rows.fn.max('endedAt').as('last')])
    .where('projectId', '=', projectId)
    .where('endedAt', '>=', since),
);

export async function deleteEnded(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('endedSessions').where('expiresAt', '<=', now).execute();
}
