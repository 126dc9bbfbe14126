import { inList } from '../../storage/json.ts';
import type { Db } from '../../storage/tables.ts';

/** Of the roles of the project and the tenant, those that there are; one that the user holds already stays as it is. */
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
