import { tenantAdmin } from '../../../core/built-in-rights.ts';
import type { Db } from '../../../storage/tables.ts';

/** Replaces the tenants of a key, and deletes its roles in others. */
export async function replaceKeyTenants(
  db: Db,
  projectId: string,
  keyId: string,
  tenantIds: string[],
): Promise<void> {
  await db
    .deleteFrom('accessKeyTenants')
    .where('projectId', '=', projectId)
    .where('keyId', '=', keyId)
    .execute();
  await db
    .deleteFrom('accessKeyRoles')
    .where('projectId', '=', projectId)
    .where('keyId', '=', keyId)
    .where('tenantId', '!=', '')
    .execute();
  if (tenantIds.length === 0) return;
  const rows = tenantIds.map((tenantId) => ({ projectId, keyId, tenantId }));
  await db.insertInto('accessKeyTenants').values(rows).execute();
}

/** Replaces the roles of a key in a tenant or in the project. */
export async function replaceKeyRoles(
  db: Db,
  projectId: string,
  keyId: string,
  tenantId: string,
  roleIds: string[],
): Promise<void> {
  await db
    .deleteFrom('accessKeyRoles')
    .where('projectId', '=', projectId)
    .where('keyId', '=', keyId)
    .where('tenantId', '=', tenantId)
    .execute();
  if (roleIds.length === 0) return;
  const rows = roleIds.map((roleId) => ({ projectId, keyId, tenantId, roleId }));
  await db.insertInto('accessKeyRoles').values(rows).execute();
}

export async function deleteKeyRolesInTenant(db: Db, projectId: string, id: string): Promise<void> {
  await db
    .deleteFrom('accessKeyRoles')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', id)
    .where('keyId', 'in', (role) =>
      role
        .selectFrom('accessKeyTenants')
        .select('accessKeyTenants.keyId')
        .where('accessKeyTenants.projectId', '=', projectId)
        .where('accessKeyTenants.tenantId', '=', id),
    )
    .execute();
}

/** Lists the tenants of a key that is bound to no user, at most two, and whether the key administers them. */
export async function findAdministeredTenants(db: Db, projectId: string, keyId: string) {
  const rows = await db
    .selectFrom('accessKeys')
    .innerJoin('accessKeyTenants', (join) =>
      join
        .onRef('accessKeyTenants.projectId', '=', 'accessKeys.projectId')
        .onRef('accessKeyTenants.keyId', '=', 'accessKeys.id'),
    )
    .innerJoin('tenants', (join) =>
      join
        .onRef('tenants.projectId', '=', 'accessKeyTenants.projectId')
        .onRef('tenants.id', '=', 'accessKeyTenants.tenantId'),
    )
    .select((key) => [
      'accessKeyTenants.tenantId',
      'tenants.disabled',
      key
        .exists(
          key
            .selectFrom('accessKeyRoles')
            .select('accessKeyRoles.roleId')
            .where('accessKeyRoles.projectId', '=', projectId)
            .where('accessKeyRoles.keyId', '=', keyId)
            .whereRef('accessKeyRoles.tenantId', '=', 'accessKeyTenants.tenantId')
            .where('accessKeyRoles.roleId', '=', tenantAdmin.id),
        )
        .as('isAdministered'),
    ])
    .where('accessKeys.projectId', '=', projectId)
    .where('accessKeys.id', '=', keyId)
    .where('accessKeys.boundUserId', 'is', null)
    .orderBy('accessKeyTenants.tenantId')
    .limit(2)
    .execute();
  return rows.map((row) => ({ ...row, isAdministered: Boolean(row.isAdministered) }));
}
