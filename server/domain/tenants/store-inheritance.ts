import { sql } from 'kysely';
import { inList } from '../../storage/json.ts';
import type { Db } from '../../storage/tables.ts';

/** The sub-tenants directly below these that inherit roles, the oldest first. */
export function listHeirs(
  db: Db,
  projectId: string,
  { parentIds, among, left }: { parentIds: string[]; among: ('all' | 'users' | 'none')[]; left: number },
) {
  return db
    .selectFrom('tenants')
    .select(['id', 'name', 'parentId', 'passesRoles', 'sessionLimits'])
    .select((tenant) =>
      tenant
        .exists(
          tenant
            .selectFrom('tenants as below')
            .select(sql`1`.as('one'))
            .whereRef('below.projectId', '=', 'tenants.projectId')
            .whereRef('below.parentId', '=', 'tenants.id'),
        )
        .as('hasSubTenants'),
    )
    .where('projectId', '=', projectId)
    .where((tenant) => inList(db, tenant.ref('parentId').$notNull(), parentIds))
    .where('inheritsRoles', 'in', among)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(left)
    .execute();
}
