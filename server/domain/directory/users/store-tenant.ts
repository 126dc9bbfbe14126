import type { ExpressionBuilder } from 'kysely';
import { keepNumbers } from '../../../storage/insert-users.ts';
import { inList } from '../../../storage/json.ts';
import type { Db, Tables } from '../../../storage/tables.ts';

export async function listMemberIds(
  db: Db,
  projectId: string,
  tenantId: string,
  limit: number,
): Promise<string[]> {
  const members = await db
    .selectFrom('tenantMembers')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .orderBy('userId')
    .limit(limit)
    .execute();
  return members.map(({ userId }) => userId);
}

export function listMemberships(
  db: Db,
  projectId: string,
  { userIds, tenantIds }: { userIds: string[]; tenantIds: string[] },
): Promise<{ userId: string; tenantId: string }[]> {
  return db
    .selectFrom('tenantMembers')
    .select(['userId', 'tenantId'])
    .where('projectId', '=', projectId)
    .where((member) => inList(db, member.ref('userId'), userIds))
    .where((member) => inList(db, member.ref('tenantId'), tenantIds))
    .execute();
}

/** Lists those of the users who belong to this tenant only. */
export async function listUsersOfTenantOnly(
  db: Db,
  projectId: string,
  tenantId: string,
  userIds: string[],
): Promise<string[]> {
  const users = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.projectId', '=', projectId)
    .where((user) => isOfTenantOnly(db, user, { projectId, tenantId, userIds }))
    .orderBy('users.id')
    .execute();
  return users.map((user) => user.id);
}

/** Deletes those of the users who belong to this tenant only, and returns their IDs. Foreign keys delete dependent rows. */
export async function deleteUsersOfTenantOnly(
  db: Db,
  projectId: string,
  tenantId: string,
  userIds: string[],
): Promise<string[]> {
  await keepNumbers(db, projectId);
  const deleted = await db
    .deleteFrom('users')
    .where('users.projectId', '=', projectId)
    .where((user) => isOfTenantOnly(db, user, { projectId, tenantId, userIds }))
    .returning('users.id')
    .execute();
  return deleted.map((user) => user.id);
}

function isOfTenantOnly(
  db: Db,
  user: ExpressionBuilder<Tables, 'users'>,
  { projectId, tenantId, userIds }: { projectId: string; tenantId: string; userIds: string[] },
) {
  const members = user
    .selectFrom('tenantMembers as member')
    .select('member.userId')
    .where('member.projectId', '=', projectId)
    .where('member.tenantId', '=', tenantId)
    .where((member) => inList(db, member.ref('member.userId'), userIds));
  const membersElsewhere = user
    .selectFrom('tenantMembers as elsewhere')
    .select('elsewhere.userId')
    .where('elsewhere.projectId', '=', projectId)
    .whereRef('elsewhere.userId', '=', 'users.id')
    .where('elsewhere.tenantId', '!=', tenantId);
  return user.and([user('users.id', 'in', members), user('users.id', 'not in', membersElsewhere)]);
}

/** Deletes memberships. Rows that refer to them are deleted by foreign keys. */
export async function deleteMembers(
  db: Db,
  projectId: string,
  tenantId: string,
  userIds: string[],
): Promise<void> {
  await db
    .deleteFrom('tenantMembers')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where((member) => inList(db, member.ref('userId'), userIds))
    .execute();
}

/**
 * Deletes the roles in a tenant of all members, or of those among `userIds`. They have no foreign key to it, because an empty tenant stands
 * for the project.
 */
export async function deleteRolesInTenant(
  db: Db,
  projectId: string,
  id: string,
  userIds?: string[],
): Promise<void> {
  const roles = db.deleteFrom('userRoles').where('projectId', '=', projectId).where('tenantId', '=', id);
  const ofUsers = userIds
    ? roles.where((role) => inList(db, role.ref('userId'), userIds))
    : // Only members hold roles of a tenant; this condition finds their rows by an index.
      roles.where('userId', 'in', (role) =>
        role
          .selectFrom('tenantMembers')
          .select('tenantMembers.userId')
          .where('tenantMembers.projectId', '=', projectId)
          .where('tenantMembers.tenantId', '=', id),
      );
  await ofUsers.execute();
}
