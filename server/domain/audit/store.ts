import type { Insertable } from 'kysely';
import type { AuditEventsTable, Db } from '../../storage/tables.ts';

export async function insertAuditEvent(db: Db, row: Insertable<AuditEventsTable>): Promise<void> {
  await db.insertInto('auditEvents').values(row).execute();
}
