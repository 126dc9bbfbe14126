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
