import { inList } from '../../storage/json.ts';
import type { Db } from '../../storage/tables.ts';

/** Who came through a connection, in the order of the subjects, of which `after` is the last that was seen. */
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
 * All identities of these members in the tenant, with their last groups, held until the transaction ends: a sign-in
 * that brings new groups meanwhile comes after it, and its roles are the last word. (An update that changes nothing
 * locks on both engines.)
 */
export async function lockIdentities(
  db: Db,
  projectId: string,
  tenantId: string,
  userIds: string[],
): Promise<{ userId: string; connectionId: string; groups: string[] }[]> {
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
          .whereRef('tenantMembers.projectId', '=', 'ssoIdentities.projectId')
          .whereRef('tenantMembers.tenantId', '=', 'ssoIdentities.tenantId')
          .whereRef('tenantMembers.userId', '=', 'ssoIdentities.userId'),
      ),
    )
    .returning(['userId', 'connectionId', 'groups'])
    .execute();
  return rows.map(({ groups, ...row }) => ({ ...row, groups: JSON.parse(groups) as string[] }));
}

export async function deleteIdentities(
  db: Db,
  projectId: string,
  userId: string,
  tenantIds: string[],
): Promise<void> {
  await db
    .deleteFrom('ssoIdentities')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where((identity) => inList(db, identity.ref('tenantId'), tenantIds))
    .execute();
}

export async function deleteAllIdentities(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('ssoIdentities')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .execute();
}
