import type { Insertable, Updateable } from 'kysely';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import type { StreamRow } from './audit-stream.ts';

type StreamKey = Pick<StreamRow, 'projectId' | 'id'>;

export async function insertStreamRow(db: Db, row: Insertable<Tables['auditStreams']>): Promise<void> {
  await db.insertInto('auditStreams').values(row).execute();
}

/** Lists streams, oldest first. */
export function listStreamRows(db: Db, projectId: string): Promise<StreamRow[]> {
  return db
    .selectFrom('auditStreams')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export function findStreamRow(db: Db, { projectId, id }: StreamKey): Promise<StreamRow | undefined> {
  return db
    .selectFrom('auditStreams')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function deleteStreamRow(db: Db, { projectId, id }: StreamKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('auditStreams')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Lists the streams that have something to send and that no instance holds, of all projects, because any instance sends
 * for any project. The one that has waited longest comes first.
 */
export function listDueStreams(db: Db, now: number, limit: number): Promise<StreamKey[]> {
  return dueStreamsQuery(db, now, limit).execute();
}

export function dueStreamsQuery(db: Db, now: number, limit: number) {
  return ofReachableProjects(db)
    .selectFrom('auditStreams')
    .select(['projectId', 'id'])
    .where('nextAttemptAt', '<=', now)
    .where('claimedUntil', '<=', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('auditEvents')
          .select('auditEvents.id')
          .whereRef('auditEvents.projectId', '=', 'auditStreams.projectId')
          .whereRef('auditEvents.sequence', '>', 'auditStreams.sentSequence'),
      ),
    )
    .orderBy('nextAttemptAt')
    .orderBy('projectId')
    .orderBy('id')
    .limit(limit);
}

/** Claims a stream in one statement. Returns `undefined` if another instance holds it. */
export function claimStream(
  db: Db,
  { projectId, id }: StreamKey,
  { holder, now, until }: { holder: string; now: number; until: number },
): Promise<StreamRow | undefined> {
  return db
    .updateTable('auditStreams')
    .set({ claimedBy: holder, claimedUntil: until })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('claimedUntil', '<=', now)
    .returningAll()
    .executeTakeFirst();
}

/** Changes a stream whose claim is still that of `row`, and whose position nobody has moved. */
export async function updateClaimedStream(
  db: Db,
  row: StreamRow,
  change: Updateable<Tables['auditStreams']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auditStreams')
    .set(change)
    .where('projectId', '=', row.projectId)
    .where('id', '=', row.id)
    .where('claimedBy', '=', row.claimedBy)
    .where('sentSequence', '=', row.sentSequence)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the number of failing streams of all projects, and the time of the oldest event that a stream has not sent. */
export async function measureStreams(db: Db): Promise<{ failing: number; oldest: number | null }> {
  const rows = await measureQuery(db).execute();
  const times = rows.flatMap(({ oldest }) => (oldest === null ? [] : [Number(oldest)]));
  return {
    failing: rows.filter(({ failingSince }) => failingSince !== null).length,
    oldest: times.length > 0 ? Math.min(...times) : null,
  };
}

export function measureQuery(db: Db) {
  return ofReachableProjects(db)
    .selectFrom('auditStreams')
    .select((stream) => [
      'failingSince',
      stream
        .selectFrom('auditEvents')
        .select('auditEvents.occurredAt')
        .whereRef('auditEvents.projectId', '=', 'auditStreams.projectId')
        .whereRef('auditEvents.sequence', '>', 'auditStreams.sentSequence')
        .orderBy('auditEvents.sequence')
        .limit(1)
        .as('oldest'),
    ]);
}
