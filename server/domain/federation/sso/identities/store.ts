import { type ExpressionBuilder, sql } from 'kysely';
import { inList, type Json, jsonArrayOf, parseJson } from '../../../../storage/json.ts';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';

/** Lists the users who came through a connection, ordered by subject, starting after `after`. */
export function listIdentityPage(
  db: Db,
  projectId: string,
  page: { tenantId: string; connectionId: string; after: string; limit: number },
): Promise<{ subject: string; userId: string }[]> {
  return db
    .selectFrom('ssoIdentities')
    .select(['subject', 'userId'])
    .where('projectId', '=', projectId)
    .where('tenantId', '=', page.tenantId)
    .where('connectionId', '=', page.connectionId)
    .where('subject', '>', page.after)
    .orderBy('subject')
    .limit(page.limit)
    .execute();
}

/**
 * Lists all identities of these members in the tenant, with their last groups, and locks them until the transaction ends. A
 * sign-in that brings new groups meanwhile comes after it, so that its roles prevail. (An update that changes nothing locks
 * on both engines.)
 */
export async function lockIdentities(
  db: Db,
  projectId: string,
  tenantId: string,
  userIds: string[],
): Promise<(GroupsOfSubject & { directoryGroups: string[] })[]> {
  const rows = await db
    .updateTable('ssoIdentities')
    .set((identity) => ({ groups: identity.ref('groups') }))
    .where('ssoIdentities.projectId', '=', projectId)
    .where('ssoIdentities.tenantId', '=', tenantId)
    .where((identity) => inList(db, identity.ref('ssoIdentities.userId'), userIds))
    .where((identity) =>
      identity.exists(
        identity
          .selectFrom('tenantMembers')
          .select('tenantMembers.userId')
          .where('tenantMembers.projectId', '=', projectId)
          .whereRef('tenantMembers.tenantId', '=', 'ssoIdentities.tenantId')
          .whereRef('tenantMembers.userId', '=', 'ssoIdentities.userId'),
      ),
    )
    .returning((identity) => [
      'userId',
      'connectionId',
      'subject',
      'groups',
      jsonArrayOf(db, selectDirectoryGroups(identity, { projectId, tenantId }, 'ssoIdentities.userId')).as(
        'directoryGroups',
      ),
    ])
    .execute();
  return rows.map(({ groups, directoryGroups, ...row }) => ({
    ...row,
    groups: JSON.parse(groups) as string[],
    directoryGroups: namesIn(directoryGroups),
  }));
}

interface GroupsOfSubject {
  userId: string;
  connectionId: string;
  subject: string;
  groups: string[];
}

/** Selects the groups of a user in the directory of the tenant. `user`: the column with the ID. */
function selectDirectoryGroups(
  from: object,
  { projectId, tenantId }: { projectId: string; tenantId: string },
  user: string,
) {
  return (from as ExpressionBuilder<Tables, never>)
    .selectFrom('scimGroupMembers')
    .innerJoin('scimGroups', (join) =>
      join
        .onRef('scimGroups.projectId', '=', 'scimGroupMembers.projectId')
        .onRef('scimGroups.tenantId', '=', 'scimGroupMembers.tenantId')
        .onRef('scimGroups.id', '=', 'scimGroupMembers.groupId'),
    )
    .select('scimGroups.displayName')
    .where('scimGroupMembers.projectId', '=', projectId)
    .where('scimGroupMembers.tenantId', '=', tenantId)
    .where('scimGroupMembers.userId', '=', sql.ref<string>(user));
}

function namesIn(groups: Json<{ displayName: string }[]>): string[] {
  return parseJson(groups).map(({ displayName }) => displayName);
}

/** Reports whether the tenant's directory has created the user, and still has them. */
export async function isOfDirectory(
  db: Db,
  projectId: string,
  tenantId: string,
  userId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('scimUsers')
    .select(['state', 'createdUser'])
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.state === 'member' && row.createdUser === 1;
}

/** Lists those of the users who are members of the tenant, with their groups in its directory. */
export async function listDirectoryGroups(
  db: Db,
  projectId: string,
  tenantId: string,
  userIds: string[],
): Promise<{ userId: string; directoryGroups: string[] }[]> {
  const rows = await db
    .selectFrom('tenantMembers')
    .select((member) => [
      'tenantMembers.userId',
      jsonArrayOf(db, selectDirectoryGroups(member, { projectId, tenantId }, 'tenantMembers.userId')).as(
        'directoryGroups',
      ),
    ])
    .where('tenantMembers.projectId', '=', projectId)
    .where('tenantMembers.tenantId', '=', tenantId)
    .where((member) => inList(db, member.ref('tenantMembers.userId'), userIds))
    .execute();
  return rows.map(({ userId, directoryGroups }) => ({ userId, directoryGroups: namesIn(directoryGroups) }));
}

/** Lists users whom the directory of the tenant has in a group, ordered by ID, starting after `after`. */
export async function listGroupedUsers(
  db: Db,
  projectId: string,
  { tenantId, after, limit }: { tenantId: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('tenantMembers')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('userId', '>', after)
    .where((member) =>
      member.exists(
        member
          .selectFrom('scimGroupMembers')
          .select('scimGroupMembers.groupId')
          .where('scimGroupMembers.projectId', '=', projectId)
          .where('scimGroupMembers.tenantId', '=', tenantId)
          .whereRef('scimGroupMembers.userId', '=', 'tenantMembers.userId'),
      ),
    )
    .orderBy('userId')
    .limit(limit)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Returns the user's identities, and whether each of them created the user. */
export async function listIdentitiesOfUser(
  db: Db,
  projectId: string,
  userId: string,
): Promise<
  {
    tenantId: string;
    connectionId: string;
    subject: string;
    createdUser: boolean;
    createdAt: number;
    lastUsedAt: number;
  }[]
> {
  const rows = await db
    .selectFrom('ssoIdentities')
    .select(['tenantId', 'connectionId', 'subject', 'createdUser', 'createdAt', 'lastUsedAt'])
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('subject')
    .execute();
  return rows.map((row) => ({ ...row, createdUser: row.createdUser === 1 }));
}

/** Deletes and returns one identity of the user. Its tokens go with it. */
export function deleteIdentity(
  db: Db,
  projectId: string,
  userId: string,
  key: { tenantId: string; connectionId: string; subject: string },
): Promise<Row<'ssoIdentities'> | undefined> {
  return db
    .deleteFrom('ssoIdentities')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('tenantId', '=', key.tenantId)
    .where('connectionId', '=', key.connectionId)
    .where('subject', '=', key.subject)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteIdentities(
  db: Db,
  projectId: string,
  userIds: string[],
  tenantIds: string[],
): Promise<void> {
  await db
    .deleteFrom('ssoIdentities')
    .where('projectId', '=', projectId)
    .where((identity) => inList(db, identity.ref('userId'), userIds))
    .where((identity) => inList(db, identity.ref('tenantId'), tenantIds))
    .execute();
}
