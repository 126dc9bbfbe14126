import type { Db } from '../../../../storage/tables.ts';
import type { SigningKeyRow } from '../store.ts';

/** Lists the keys that are published now, in the order in which they sign. */
export function listApplicationKeys(db: Db, projectId: string, now: number): Promise<SigningKeyRow[]> {
  return db
    .selectFrom('applicationKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .where((where) => where.or([where('retiresAt', 'is', null), where('retiresAt', '>', now)]))
    .orderBy('signsFrom')
    .orderBy('id')
    .execute();
}

/** Inserts a key unless the project has one that has not been replaced. */
export async function insertApplicationKey(db: Db, row: SigningKeyRow): Promise<boolean> {
  const inserted = await db
    .insertInto('applicationKeys')
    .values(row)
    .onConflict((conflict) => conflict.column('projectId').where('retiresAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Retires the key that has not been replaced. */
export async function retireApplicationKey(db: Db, projectId: string, retiresAt: number): Promise<void> {
  await db
    .updateTable('applicationKeys')
    .set({ retiresAt })
    .where('projectId', '=', projectId)
    .where('retiresAt', 'is', null)
    .execute();
}
