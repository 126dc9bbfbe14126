import type { Db } from '../../../storage/tables.ts';

/** Deletes the users who belong to this tenant and to no other; what is theirs goes by foreign keys. Their IDs. */
export async function deleteUsersOfTenantOnly(
  db: Db,
  projectId: string,
  tenantId: string,
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('users')
    .where('users.projectId', '=', projectId)
    .where((user) =>
      user(
        'users.id',
        'in',
        user
          .selectFrom('tenantMembers as member')
          .select('member.userId')
          .where('member.projectId', '=', projectId)
          .where('member.tenantId', '=', tenantId),
      ),
    )
    .where((user) =>
      user(
        'users.id',
        'not in',
        user
          .selectFrom('tenantMembers as elsewhere')
          .select('elsewhere.userId')
          .where('elsewhere.projectId', '=', projectId)
          .whereRef('elsewhere.userId', '=', 'users.id')
          .where('elsewhere.tenantId', '!=', tenantId),
      ),
    )
    .returning('users.id')
    .execute();
  return deleted.map((user) => user.id);
}

/**
 * Deletes a locked tenant. What has a foreign key to it goes along; these have none, because in them an empty tenant
 * is the project, or because they outlive it.
 */
export async function deleteTenantRow(db: Db, projectId: string, id: string): Promise<void> {
  await db
    .updateTable('tenants')
    .set({ parentId: null })
    .where('projectId', '=', projectId)
    .where('parentId', '=', id)
    .execute();
  await db
    .deleteFrom('userRoles')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', id)
    // Only members hold roles of a tenant; this finds their rows by an index.
    .where('userId', 'in', (role) =>
      role
        .selectFrom('tenantMembers')
        .select('tenantMembers.userId')
        .where('tenantMembers.projectId', '=', projectId)
        .where('tenantMembers.tenantId', '=', id),
    )
    .execute();
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
  await db
    .deleteFrom('passwordSettings')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', id)
    .execute();
  await db.deleteFrom('roles').where('projectId', '=', projectId).where('tenantId', '=', id).execute();
  await db.deleteFrom('tenants').where('projectId', '=', projectId).where('id', '=', id).execute();
}
