import { userAdmin } from '../../../core/built-in-rights.ts';
import type { Db } from '../../../storage/tables.ts';

/** Selects the roles with the permission of administrators that members of a tenant hold in it. */
function selectAdministering(db: Db, projectId: string, tenantId: string) {
  return db
    .selectFrom('rolePermissions')
    .innerJoin('userRoles', (join) =>
      join
        .onRef('userRoles.projectId', '=', 'rolePermissions.projectId')
        .onRef('userRoles.roleId', '=', 'rolePermissions.roleId'),
    )
    .select('userRoles.userId')
    .where('rolePermissions.projectId', '=', projectId)
    .where('rolePermissions.permissionId', '=', userAdmin.id)
    .where('userRoles.tenantId', '=', tenantId);
}

/** Reports whether a role that the user holds in the tenant has the permission of administrators. */
export async function isAdministrator(
  db: Db,
  projectId: string,
  tenantId: string,
  userId: string,
): Promise<boolean> {
  const row = await selectAdministering(db, projectId, tenantId)
    .where('userRoles.userId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reports whether the tenant has an administrator who is not disabled. */
export async function hasAdministrator(db: Db, projectId: string, tenantId: string): Promise<boolean> {
  const row = await selectAdministering(db, projectId, tenantId)
    .innerJoin('users', (join) =>
      join.onRef('users.projectId', '=', 'userRoles.projectId').onRef('users.id', '=', 'userRoles.userId'),
    )
    .where('users.status', '=', 'enabled')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const maxAddresses = 20;

/** Lists the verified addresses of the administrators who are not disabled. */
export function listVerifiedAddresses(
  db: Db,
  projectId: string,
  tenantId: string,
): Promise<{ userId: string; email: string }[]> {
  return selectAdministering(db, projectId, tenantId)
    .innerJoin('users', (join) =>
      join.onRef('users.projectId', '=', 'userRoles.projectId').onRef('users.id', '=', 'userRoles.userId'),
    )
    .select('users.email')
    .distinct()
    .where('users.status', '<>', 'disabled')
    .where('users.verifiedEmail', '=', 1)
    .orderBy('userRoles.userId')
    .limit(maxAddresses)
    .execute();
}
