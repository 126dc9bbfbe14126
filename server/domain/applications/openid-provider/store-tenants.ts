import { sql } from 'kysely';
import { inList } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';
import type { EndingMemberships } from '../../directory/tenants/ending-memberships.ts';

/** Lists the sessions of applications in tenants: of these users, or in these tenants. */
export function listSessionsInTenants(
  db: Db,
  projectId: string,
  of: EndingMemberships['of'],
): Promise<{ sessionId: string; userId: string; tenantId: string; grant: string }[]> {
  return (
    db
      .selectFrom('sessions')
      .innerJoin('applicationSessions', (join) =>
        join
          .onRef('applicationSessions.projectId', '=', 'sessions.projectId')
          .onRef('applicationSessions.sessionId', '=', 'sessions.id'),
      )
      .select(['applicationSessions.sessionId', 'applicationSessions.grant', 'sessions.tenantId'])
      .select((row) => row.ref('sessions.userId').$notNull().as('userId'))
      .where('sessions.projectId', '=', projectId)
      .where((row) =>
        'userIds' in of
          ? inList(db, row.ref('sessions.userId').$notNull(), of.userIds)
          : inList(db, row.ref('sessions.tenantId'), of.within),
      )
      .where('sessions.userId', 'is not', null)
      // A literal rather than a parameter: a partial index is used only if the query contains its condition.
      .where('sessions.tenantId', '!=', sql.lit(''))
      .execute()
  );
}

/**
 * Deletes the codes with which applications are about to act in these tenants. Reads the codes of the project, which live for
 * minutes.
 */
export async function deleteCodesInTenants(db: Db, projectId: string, tenantIds: string[]): Promise<void> {
  for (const tenantId of tenantIds) {
    await db
      .deleteFrom('authorizationCodes')
      .where('projectId', '=', projectId)
      // Tenant IDs have `_`, which matches any character: the codes of a tenant with a similar ID are voided, too.
      .where('grant', 'like', `%"tenantId":${JSON.stringify(tenantId)}%`)
      .execute();
  }
}

/** Deletes the codes that wait for an application or a device, of these users. */
export async function deleteCodesOfUsers(db: Db, projectId: string, userIds: string[]): Promise<void> {
  await db
    .deleteFrom('authorizationCodes')
    .where('projectId', '=', projectId)
    .where((code) => inList(db, code.ref('userId'), userIds))
    .execute();
  await db
    .deleteFrom('deviceRequests')
    .where('projectId', '=', projectId)
    .where((request) => inList(db, request.ref('userId').$notNull(), userIds))
    .execute();
}
