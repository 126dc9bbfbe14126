import type { Insertable } from 'kysely';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';

export type AssertionKeyRow = Row<'assertionKeys'>;

/** Lists the keys that are published now. */
export function listAssertionKeys(db: Db, projectId: string, now: number): Promise<AssertionKeyRow[]> {
  return db
    .selectFrom('assertionKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .where((where) => where.or([where('retiresAt', 'is', null), where('retiresAt', '>', now)]))
    .orderBy('signsFrom')
    .orderBy('id')
    .execute();
}

export async function insertAssertionKey(db: Db, row: Insertable<Tables['assertionKeys']>): Promise<void> {
  await db.insertInto('assertionKeys').values(row).execute();
}

/** Retires all keys of an algorithm except one. */
export async function retireAssertionKeys(
  db: Db,
  key: Pick<AssertionKeyRow, 'projectId' | 'id' | 'algorithm'>,
  retiresAt: number,
): Promise<void> {
  await db
    .updateTable('assertionKeys')
    .set({ retiresAt })
    .where('projectId', '=', key.projectId)
    .where('algorithm', '=', key.algorithm)
    .where('id', '!=', key.id)
    .where('retiresAt', 'is', null)
    .execute();
}
