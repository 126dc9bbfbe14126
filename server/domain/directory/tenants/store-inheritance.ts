import { expressionBuilder } from 'kysely';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import { passing, type RoleHolder, withHeirs } from './query-heirs.ts';
import { hasSubTenants } from './query-sub-tenants.ts';

/** A query for each kind of holder. */
function forEach<T>(build: (holder: RoleHolder) => T): Record<RoleHolder, T> {
  return { user: build('user'), accessKey: build('accessKey') };
}

type Level = { projectId: string; parentIds: readonly string[]; left: number };

/** Lists the direct sub-tenants that inherit roles from these tenants, oldest first. */
export const listHeirs = forEach((holder) =>
  prepared((db, { projectId, parentIds, left }: Level) =>
    db
      .selectFrom('tenants')
      .innerJoin('tenants as above', (join) =>
        join.onRef('above.projectId', '=', 'tenants.projectId').onRef('above.id', '=', 'tenants.parentId'),
      )
      .select(['tenants.id', 'tenants.name', 'tenants.passesRoles', 'above.id as parentId'])
      .select(['tenants.createdAt', 'tenants.inheritsSince', 'above.inheritsSince as parentInheritsSince'])
      .select((tenant) => hasSubTenants(tenant, projectId).as('hasSubTenants'))
      .where('tenants.projectId', '=', projectId)
      .where((tenant) => inList(db, tenant.ref('tenants.parentId').$notNull(), parentIds))
      .where('tenants.inheritsRoles', passing[holder][0], passing[holder][1])
      .orderBy('tenants.createdAt')
      .orderBy('tenants.id')
      .limit(left),
  ),
);

/** Lists the session limits of all descendants that inherit roles from these tenants, each once. */
export const listLimitsBelow = forEach((holder) =>
  prepared((db, { projectId, sourceIds }: { projectId: string; sourceIds: readonly string[] }) =>
    limitsOf(withHeirs(db, projectId, holder, (id) => inList(db, id, sourceIds))),
  ),
);

/** Lists the session limits of all tenants in which a user inherits roles, each once. */
export const listLimitsBelowUser = prepared(
  (db, { projectId, userId }: { projectId: string; userId: string }) =>
    limitsOf(
      withHeirs(db, projectId, 'user', (id) =>
        expressionBuilder<Tables>()(
          id,
          'in',
          db
            .selectFrom('userRoles')
            .select('userRoles.tenantId')
            .where('userRoles.projectId', '=', projectId)
            .where('userRoles.userId', '=', userId),
        ),
      ),
    ),
);

function limitsOf(heirs: ReturnType<typeof withHeirs>) {
  return heirs.selectFrom('heirs').select('sessionLimits').distinct().where('sessionLimits', '!=', '');
}

/** Returns where the tenants stand in the tree. Of unknown IDs, none. */
export function listPlaces(db: Db, projectId: string, ids: readonly string[]) {
  return db
    .selectFrom('tenants')
    .select(['id', 'name', 'parentId', 'passesRoles', 'inheritsRoles'])
    .where('projectId', '=', projectId)
    .where((tenant) => inList(db, tenant.ref('id'), ids))
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
