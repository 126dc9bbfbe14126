import type { Db } from '../../../storage/tables.ts';

/** Deletes a locked tenant and the rows with a foreign key to it. Its sub-tenants become top-level tenants. */
export async function deleteTenantRow(db: Db, projectId: string, id: string): Promise<void> {
  await db
    .updateTable('tenants')
    .set({ parentId: null })
    .where('projectId', '=', projectId)
    .where('parentId', '=', id)
    .execute();
  await db.deleteFrom('tenants').where('projectId', '=', projectId).where('id', '=', id).execute();
}
