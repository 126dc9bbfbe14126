import type { Insertable } from 'kysely';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';

/** Lists keys, oldest first. */
export function listAuditKeys(db: Db, projectId: string): Promise<Row<'auditKeys'>[]> {
  return db
    .selectFrom('auditKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('number')
    .execute();
}

/** Inserts a key. Returns `false` if another process has already inserted one with this number. */
export async function insertAuditKey(db: Db, row: Insertable<Tables['auditKeys']>): Promise<boolean> {
  const inserted = await db
    .insertInto('auditKeys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'number']).doNothing())
    .returning('number')
    .executeTakeFirst();
  return inserted !== undefined;
}
