import type { ExpressionBuilder } from 'kysely';
import type { Db, Tables } from '../../../storage/tables.ts';

export async function listUsersOfTenantOnly(db: Db, projectId: string, tenantId: string): Promise<string[]> {
  const users = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.projectId', '=', projectId)
    .where((user) => isOfTenantOnly(user, projectId, tenantId))
    .orderBy('users.id')
    .execute();
  return users.map((user) => user.id);
}

/** Deletes the users who belong to this tenant only and returns their IDs. Foreign keys delete dependent rows. */
export async function deleteUsersOfTenantOnly(
  db: Db,
  projectId: string,
  tenantId: string,
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('users')
    .where('users.projectId', '=', projectId)
    .where((user) => isOfTenantOnly(user, projectId, tenantId))
    .returning('users.id')
    .execute();
  return deleted.map((user) => user.id);
}

function isOfTenantOnly(user: ExpressionBuilder<Tables, 'users'>, projectId: string, tenantId: string) {
  const members = user
    .selectFrom('tenantMembers as member')
    .select('member.userId')
    .where('member.projectId', '=', projectId)
    .where('member.tenantId', '=', tenantId);
  const membersElsewhere = user
    .selectFrom('tenantMembers as elsewhere')
    .select('elsewhere.userId')
    .where('elsewhere.projectId', '=', projectId)
    .whereRef('elsewhere.userId', '=', 'users.id')
    .where('elsewhere.tenantId', '!=', tenantId);
  return user.and([user('users.id', 'in', members), user('users.id', 'not in', membersElsewhere)]);
}

/** Deletes the roles in a tenant. They have no foreign key to it, because an empty tenant stands for the project. */
export async function deleteRolesInTenant(db: Db, projectId: string, id: string): Promise<void> {
  await db
    .deleteFrom('userRoles')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', id)
    // Only members hold roles of a tenant; this condition finds their rows by an index.
    .where('userId', 'in', (role) =>
      role
        .selectFrom('tenantMembers')
        .select('tenantMembers.userId')
        .where('tenantMembers.projectId', '=', projectId)
        .where('tenantMembers.tenantId', '=', id),
    )
    .execute();
}
