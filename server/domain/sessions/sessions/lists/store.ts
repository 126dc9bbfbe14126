import { inList } from '../../../../storage/json.ts';
import type { Db } from '../../../../storage/tables.ts';

/** Lists sessions, last used first. */
export function listSessionRows(
  db: Db,
  projectId: string,
  userId: string,
  filter: { expiresAfter: number; usedAfter: number; createdAfter: number; limit: number },
) {
  return db
    .selectFrom('sessions')
    .select(['id', 'amr', 'tenantId', 'impersonatorId', 'remoteAddress', 'userAgent'])
    .select(['createdAt', 'rotatedAt', 'expiresAt'])
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('expiresAt', '>', filter.expiresAfter)
    .where('rotatedAt', '>', filter.usedAfter)
    .where('createdAt', '>', filter.createdAfter)
    .where('awaits', 'is', null)
    .orderBy('rotatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute();
}

/** Returns how each session of the user was proven, those with an unfinished sign-in included. */
export async function listProofs(
  db: Db,
  projectId: string,
  userId: string,
): Promise<{ id: string; amr: string[]; ssoTenantIds: string[] }[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'amr', 'ssoTenantIds'])
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .execute();
  return rows.map(({ id, amr, ssoTenantIds }) => ({
    id,
    amr: JSON.parse(amr) as string[],
    ssoTenantIds: JSON.parse(ssoTenantIds) as string[],
  }));
}

/** Deletes sessions, with a user only theirs. Returns the deleted ones. */
export function deleteSessionsById(db: Db, projectId: string, ids: string[], userId: string | undefined) {
  return db
    .deleteFrom('sessions')
    .where('projectId', '=', projectId)
    .where((where) => inList(db, where.ref('id'), ids))
    .$if(userId !== undefined, (sessions) => sessions.where('userId', '=', userId as string))
    .returning(['id', 'userId'])
    .execute();
}

/** Deletes the sessions of users, and returns their IDs. */
export async function deleteSessionsOfUsers(db: Db, projectId: string, userIds: string[]): Promise<string[]> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('projectId', '=', projectId)
    .where((where) => inList(db, where.ref('userId').$notNull(), userIds))
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}
