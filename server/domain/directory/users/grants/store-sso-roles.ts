import { inList } from '../../../../storage/json.ts';
import type { Db } from '../../../../storage/tables.ts';

/**
 * Inserts those of the roles that exist in the project or the tenant. A role that the user already holds stays as
 * it is.
 */
export async function insertSsoRoles(
  db: Db,
  projectId: string,
  userId: string,
  tenantId: string,
  roleIds: string[],
): Promise<void> {
  await db
    .insertInto('userRoles')
    .columns(['projectId', 'userId', 'tenantId', 'roleId', 'source'])
    .expression(
      db
        .selectFrom('roles')
        .select(({ val }) => [
          'projectId',
          val(userId).as('userId'),
          val(tenantId).as('tenantId'),
          'id',
          val('sso').as('source'),
        ])
        .where('projectId', '=', projectId)
        .where('tenantId', 'in', ['', tenantId])
        .where((role) => inList(db, role.ref('id'), roleIds)),
    )
    .onConflict((conflict) => conflict.columns(['projectId', 'userId', 'tenantId', 'roleId']).doNothing())
    .execute();
}

/** Deletes the roles assigned by the tenant's identity provider. Roles assigned by an administrator stay. */
export async function deleteSsoRoles(
  db: Db,
  projectId: string,
  userId: string,
  tenantId: string,
): Promise<void> {
  await db
    .deleteFrom('userRoles')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('tenantId', '=', tenantId)
    .where('source', '=', 'sso')
    .execute();
}
