import type { Insertable } from 'kysely';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';

/** The oldest first. */
export function listAuditKeys(db: Db, projectId: string): Promise<Row<'auditKeys'>[]> {
  return db
    .selectFrom('auditKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('number')
    .execute();
}

/** `false` when there is a key of the number: somebody else was faster. */
export async function insertAuditKey(db: Db, row: Insertable<Tables['auditKeys']>): Promise<boolean> {
  const inserted = await db
    .insertInto('auditKeys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'number']).doNothing())
    .returning('number')
    .executeTakeFirst();
  return inserted !== undefined;
}
