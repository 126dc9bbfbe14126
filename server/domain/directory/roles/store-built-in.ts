import { ssoAdmin, tenantAdmin, userAdmin } from '../../../core/built-in-rights.ts';
import { foldName } from '../../../core/names.ts';
import type { Db } from '../../../storage/tables.ts';
import { insertRoles } from './store.ts';

/** Inserts the built-in role unless the project has a role of that name, in any case. */
export async function insertBuiltInRole(db: Db, projectId: string, createdAt: number): Promise<void> {
  const foldedName = foldName(tenantAdmin.name);
  const taken = await db
    .selectFrom('roles')
    .select('id')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', '')
    .where('foldedName', '=', foldedName)
    .executeTakeFirst();
  if (taken) return;
  const flags = { isDefault: 0, isPrivate: 0 } as const;
  await insertRoles(db, [{ projectId, tenantId: '', foldedName, ...tenantAdmin, ...flags, createdAt }]);
}

/** Gives the built-in role the built-in permissions that the project has. */
export async function completeBuiltInRole(db: Db, projectId: string): Promise<void> {
  await db
    .insertInto('rolePermissions')
    .columns(['projectId', 'roleId', 'permissionId'])
    .expression((insert) =>
      insert
        .selectFrom('permissions')
        .innerJoin('roles', (join) => join.onRef('roles.projectId', '=', 'permissions.projectId'))
        .select(['permissions.projectId', 'roles.id as roleId', 'permissions.id as permissionId'])
        .where('permissions.projectId', '=', projectId)
        .where('permissions.id', 'in', [userAdmin.id, ssoAdmin.id])
        .where('roles.id', '=', tenantAdmin.id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the built-in role unless a user or an access key has it. */
export async function deleteUnusedBuiltIn(db: Db, projectId: string): Promise<void> {
  const holders = (['userRoles', 'accessKeyRoles'] as const).map((table) =>
    db
      .selectFrom(table)
      .select('roleId')
      .where('projectId', '=', projectId)
      .where('roleId', '=', tenantAdmin.id),
  );
  let query = db.deleteFrom('roles').where('projectId', '=', projectId).where('id', '=', tenantAdmin.id);
  for (const held of holders) query = query.where(({ not, exists }) => not(exists(held)));
  await query.execute();
}
