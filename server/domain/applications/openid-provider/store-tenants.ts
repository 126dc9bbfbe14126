import { inList } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';

interface Members {
  userIds: string[];
  tenantIds: string[];
}

/** Lists the sessions of applications of these users in these tenants. */
export function listSessionsInTenants(
  db: Db,
  projectId: string,
  { userIds, tenantIds }: Members,
): Promise<{ sessionId: string; grant: string }[]> {
  return db
    .selectFrom('sessions')
    .innerJoin('applicationSessions', (join) =>
      join
        .onRef('applicationSessions.projectId', '=', 'sessions.projectId')
        .onRef('applicationSessions.sessionId', '=', 'sessions.id'),
    )
    .select(['applicationSessions.sessionId', 'applicationSessions.grant'])
    .where('sessions.projectId', '=', projectId)
    .where((row) => inList(db, row.ref('sessions.userId').$notNull(), userIds))
    .where((row) => inList(db, row.ref('sessions.tenantId'), tenantIds))
    .execute();
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
