import { userAdmin } from '../../../core/built-in-rights.ts';
import type { Db } from '../../../storage/tables.ts';

/** Selects the roles with one of the permissions that members of a tenant hold in it. */
function selectHolding(db: Db, projectId: string, tenantId: string, rights: readonly string[]) {
  return db
    .selectFrom('rolePermissions')
    .innerJoin('userRoles', (join) =>
      join
        .onRef('userRoles.projectId', '=', 'rolePermissions.projectId')
        .onRef('userRoles.roleId', '=', 'rolePermissions.roleId'),
    )
    .select('userRoles.userId')
    .where('rolePermissions.projectId', '=', projectId)
    .where('rolePermissions.permissionId', 'in', [...rights])
    .where('userRoles.tenantId', '=', tenantId);
}

const selectAdministering = (db: Db, projectId: string, tenantId: string) =>
  selectHolding(db, projectId, tenantId, [userAdmin.id]);

/** Reports whether a role that the user holds in the tenant has one of the permissions. */
export async function holdsRight(
  db: Db,
  projectId: string,
  { tenantId, userId, rights }: { tenantId: string; userId: string; rights: readonly string[] },
): Promise<boolean> {
  const row = await selectHolding(db, projectId, tenantId, rights)
    .where('userRoles.userId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the tenants in which a user holds one of the permissions, with these. */
export function listHeldRights(
  db: Db,
  projectId: string,
  { userId, rights }: { userId: string; rights: readonly string[] },
): Promise<{ tenantId: string; permissionId: string }[]> {
  return db
    .selectFrom('userRoles')
    .innerJoin('rolePermissions', (join) =>
      join
        .onRef('rolePermissions.projectId', '=', 'userRoles.projectId')
        .onRef('rolePermissions.roleId', '=', 'userRoles.roleId'),
    )
    .select(['userRoles.tenantId', 'rolePermissions.permissionId'])
    .distinct()
    .where('userRoles.projectId', '=', projectId)
    .where('userRoles.userId', '=', userId)
    .where('rolePermissions.permissionId', 'in', [...rights])
    .orderBy('userRoles.tenantId')
    .orderBy('rolePermissions.permissionId')
    .execute();
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
