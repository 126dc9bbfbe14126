import type { Insertable } from 'kysely';
import { insertRows } from '../../../storage/insert-rows.ts';
import type { Db, Tables } from '../../../storage/tables.ts';

export async function insertAuditEvents(db: Db, rows: Insertable<Tables['auditEvents']>[]): Promise<void> {
  await insertEventRows(db, rows);
}

const insertEventRows = insertRows('auditEvents');

/** The newest events by ID; those of several instances are not quite in the order of their times. */
const newestEvents = 1_000;

/** Returns the time of the newest event in milliseconds, or `undefined` if there is none. */
export async function findNewestEventTime(db: Db, projectId: string): Promise<number | undefined> {
  const newest = db
    .selectFrom('auditEvents')
    .select('occurredAt')
    .where('projectId', '=', projectId)
    .orderBy('id', 'desc')
    .limit(newestEvents)
    .as('newest');
  const row = await db
    .selectFrom(newest)
    .select((event) => event.fn.max('newest.occurredAt').as('occurredAt'))
    .executeTakeFirst();
  return row?.occurredAt == null ? undefined : Number(row.occurredAt);
}
