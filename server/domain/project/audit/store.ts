import type { Insertable } from 'kysely';
import { insertRows } from '../../../storage/insert-rows.ts';
import type { Db, Tables } from '../../../storage/tables.ts';

export async function insertAuditEvents(db: Db, rows: Insertable<Tables['auditEvents']>[]): Promise<void> {
  await insertEventRows(db, rows);
}

const insertEventRows = insertRows('auditEvents');

/** Returns the time of the newest event in milliseconds, or `undefined` if there is none. */
export async function findNewestEventTime(db: Db, projectId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('auditEvents')
    .select('occurredAt')
    .where('projectId', '=', projectId)
    .orderBy('occurredAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.occurredAt;
}
