import { sql } from 'kysely';
import { ofReachableProjects } from '../storage/reachable.ts';
import type { Db } from '../storage/tables.ts';
import type { OutboxRow } from './store.ts';

export type MessageRow = Omit<OutboxRow, 'content' | 'claimedBy'>;

const columns = [
  'projectId',
  'id',
  'channel',
  'kind',
  'recipient',
  'userId',
  'status',
  'attempts',
  'nextAttemptAt',
  'expiresAt',
  'lastError',
  'via',
  'response',
  'createdAt',
  'finishedAt',
] as const;

export interface MessageFilter {
  id?: string | undefined;
  kind?: string | undefined;
  /** Limits `createdAt`, inclusively. */
  from?: number | undefined;
  to?: number | undefined;
  status?: OutboxRow['status'] | undefined;
  channel?: OutboxRow['channel'] | undefined;
  recipient?: string | undefined;
  userId?: string | undefined;
  before?: { at: number; id: string } | undefined;
  limit: number;
}

/** Lists messages, newest first, without their content. */
export function listMessageRows(
  db: Db,
  projectId: string,
  { id, kind, from, to, status, channel, recipient, userId, before, limit }: MessageFilter,
): Promise<MessageRow[]> {
  return db
    .selectFrom('outbox')
    .select(columns)
    .where('projectId', '=', projectId)
    .$if(id !== undefined, (rows) => rows.where('id', '=', id as string))
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind as string))
    .$if(from !== undefined, (rows) => rows.where('createdAt', '>=', from as number))
    .$if(to !== undefined, (rows) => rows.where('createdAt', '<=', to as number))
    .$if(status !== undefined, (rows) => rows.where('status', '=', status as OutboxRow['status']))
    .$if(channel !== undefined, (rows) => rows.where('channel', '=', channel as OutboxRow['channel']))
    .$if(recipient !== undefined, (rows) => rows.where('recipient', '=', recipient as string))
    .$if(userId !== undefined, (rows) => rows.where('userId', '=', userId as string))
    .$if(before !== undefined, (rows) =>
      rows
        .where('createdAt', '<=', before?.at ?? 0)
        .where((row) => row.or([row('createdAt', '<', before?.at ?? 0), row('id', '<', before?.id ?? '')])),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns `undefined` when there is none or its content was erased. */
export function findEventRow(db: Db, projectId: string, id: string): Promise<OutboxRow | undefined> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('channel', '=', 'webhook')
    .where('content', '<>', '')
    .executeTakeFirst();
}

/** Makes the event due again, unless it is already waiting. */
export async function reviveEventRow(
  db: Db,
  projectId: string,
  id: string,
  change: { nextAttemptAt: number; expiresAt: number },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...change, status: 'waiting', attempts: 0, claimedBy: '', finishedAt: null })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('channel', '=', 'webhook')
    .where('status', '<>', 'waiting')
    .execute();
}

/** Makes a dead message wait again. Returns `false` if it is not dead or no longer useful. */
export async function reviveDeadRow(db: Db, projectId: string, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ nextAttemptAt: now, status: 'waiting', attempts: 0, claimedBy: '', finishedAt: null })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('status', '=', 'dead')
    .where('channel', '<>', 'webhook')
    .where('content', '<>', '')
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Erases contents in all projects. Uses literals, because the index covers these rows only and a parameter
 * could have any value.
 */
export async function eraseExpiredContents(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db)
    .updateTable('outbox')
    .set({ content: '' })
    .where('status', '=', sql.lit<'dead'>('dead'))
    .where('channel', '<>', sql.lit<'webhook'>('webhook'))
    .where('content', '<>', sql.lit(''))
    .where('expiresAt', '<=', now)
    .execute();
}

/** Works across projects, because time passes in all of them. The list of projects lets each use its index. */
export async function deleteOldRows(db: Db, createdBefore: number): Promise<void> {
  await ofReachableProjects(db)
    .deleteFrom('outbox')
    .where('projectId', 'in', (projects) => projects.selectFrom('projects').select('id'))
    .where('createdAt', '<', createdBefore)
    .where('status', '<>', 'waiting')
    .execute();
}

export async function deleteOldLimits(db: Db, lastBefore: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('messageLimits').where('lastAt', '<', lastBefore).execute();
}
