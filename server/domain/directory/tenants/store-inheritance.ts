import { inList } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';
import { hasSubTenants } from './has-sub-tenants.ts';

/** Lists the direct sub-tenants that inherit roles from these tenants, oldest first. */
export function listHeirs(
  db: Db,
  projectId: string,
  { parentIds, among, left }: { parentIds: string[]; among: ('all' | 'users' | 'none')[]; left: number },
) {
  return db
    .selectFrom('tenants')
    .select(['id', 'name', 'parentId', 'passesRoles', 'sessionLimits'])
    .select((tenant) => hasSubTenants(tenant).as('hasSubTenants'))
    .where('projectId', '=', projectId)
    .where((tenant) => inList(db, tenant.ref('parentId').$notNull(), parentIds))
    .where('inheritsRoles', 'in', among)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(left)
    .execute();
}

export async function listSubTenants(db: Db, projectId: string, parentIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('tenants')
    .select('id')
    .where('projectId', '=', projectId)
    .where((tenant) => inList(db, tenant.ref('parentId').$notNull(), parentIds))
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the parents of those of the tenants that have one. */
export function listParents(
  db: Db,
  projectId: string,
  ids: string[],
): Promise<{ id: string; parentId: string }[]> {
  return db
    .selectFrom('tenants')
    .select('id')
    .select((tenant) => tenant.ref('parentId').$notNull().as('parentId'))
    .where('projectId', '=', projectId)
    .where((tenant) => inList(db, tenant.ref('id'), ids))
    .where('parentId', 'is not', null)
    .execute();
}
