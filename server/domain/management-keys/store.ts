import type { Insertable } from 'kysely';
import type { Db, Row, Tables } from '../../storage/tables.ts';

export type ManagementKeyRow = Row<'managementKeys'>;

export function findManagementKeyByHash(db: Db, projectId: string, hash: string) {
  return db
    .selectFrom('managementKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('hash', '=', hash)
    .executeTakeFirst();
}

export function listManagementKeys(db: Db, projectId: string): Promise<ManagementKeyRow[]> {
  return db
    .selectFrom('managementKeys')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** `false` when the project has this very key already. */
export async function insertManagementKey(
  db: Db,
  row: Insertable<Tables['managementKeys']>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('managementKeys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'hash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteManagementKey(db: Db, projectId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('managementKeys')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
