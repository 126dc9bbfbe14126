import { dialectOf } from '../../../storage/engine.ts';
import type { Db } from '../../../storage/tables.ts';

/**
 * Locks a tenant and its direct sub-tenants, in the order of their IDs, until the transaction ends. Reports whether the tenant exists. Another
 * transaction that locks one of them waits.
 */
export async function lockFamily(db: Db, projectId: string, id: string): Promise<boolean> {
  const query = db
    .selectFrom('tenants')
    .select('id')
    .where('projectId', '=', projectId)
    .where((tenant) => tenant.or([tenant('id', '=', id), tenant('parentId', '=', id)]))
    .orderBy('id');
  // On SQLite, the transaction already has the only write lock.
  const family = await (dialectOf(db) === 'postgres' ? query.forNoKeyUpdate() : query).execute();
  return family.some((tenant) => tenant.id === id);
}

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
