import { type SqlBool, sql } from 'kysely';
import { inList } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';
import type { EndingMemberships } from '../../directory/tenants/ending-memberships.ts';

/** Stands in `ssoTenantIds` for a tenant that the user has left. No tenant has this ID. */
const leftTenant = '';

/** Takes a tenant out of the sessions of users: as the selected one, and as one whose identity provider began the session. */
export async function forgetTenantOf(
  db: Db,
  projectId: string,
  { userIds, tenantId }: { userIds: string[]; tenantId: string },
): Promise<void> {
  const [old, left] = [JSON.stringify(tenantId), JSON.stringify(leftTenant)];
  const ssoTenantIds = sql<string>`replace("ssoTenantIds", ${old}, ${left})`;
  await db
    .updateTable('sessions')
    .set((session) => ({
      ssoTenantIds,
      tenantId: session.case().when('tenantId', '=', tenantId).then('').else(session.ref('tenantId')).end(),
    }))
    .where('projectId', '=', projectId)
    .where((session) => inList(db, session.ref('userId').$notNull(), userIds))
    .where((session) =>
      session.or([session('tenantId', '=', tenantId), sql<SqlBool>`${ssoTenantIds} != "ssoTenantIds"`]),
    )
    .execute();
}

/** Lists the sessions of users in which a tenant is selected: of these users, or in these tenants. */
export function listSelectedTenants(
  db: Db,
  projectId: string,
  of: EndingMemberships['of'],
): Promise<{ id: string; userId: string; tenantId: string }[]> {
  return (
    db
      .selectFrom('sessions')
      .select(['id', 'tenantId'])
      .select((session) => session.ref('userId').$notNull().as('userId'))
      .where('projectId', '=', projectId)
      .where((session) =>
        'userIds' in of
          ? inList(db, session.ref('userId').$notNull(), of.userIds)
          : inList(db, session.ref('tenantId'), of.within),
      )
      .where('userId', 'is not', null)
      // A literal rather than a parameter: a partial index is used only if the query contains its condition.
      .where('tenantId', '!=', sql.lit(''))
      .execute()
  );
}

export async function unselectTenants(db: Db, projectId: string, ids: string[]): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ tenantId: '' })
    .where('projectId', '=', projectId)
    .where((session) => inList(db, session.ref('id'), ids))
    .execute();
}

/** Deletes the anonymous sessions of a tenant, and returns their IDs. */
export async function deleteAnonymousSessionsOf(
  db: Db,
  projectId: string,
  tenantId: string,
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('userId', 'is', null)
    // A literal rather than a parameter: a partial index is used only if the query contains its condition.
    .where('tenantId', '!=', sql.lit(''))
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}
