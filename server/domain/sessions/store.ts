import type { Insertable } from 'kysely';
import { acrossProjects } from '../../storage/scope.ts';
import type { Db, Row, Tables } from '../../storage/tables.ts';

export async function insertSession(db: Db, row: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
}

/** Together with the status of its user, because a session without an enabled user is none. */
export function findSession(db: Db, projectId: string, id: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.projectId', '=', 'sessions.projectId').onRef('users.id', '=', 'sessions.userId'),
    )
    .selectAll('sessions')
    .select('users.status as userStatus')
    .where('sessions.projectId', '=', projectId)
    .where('sessions.id', '=', id)
    .executeTakeFirst();
}

/** Puts the next token in the place of the one that was shown: one statement, so only one request can win. */
export function rotateToken(
  db: Db,
  projectId: string,
  id: string,
  { shown, next, now }: { shown: string; next: string; now: number },
): Promise<Row<'sessions'> | undefined> {
  return db
    .updateTable('sessions')
    .set({ tokenHash: next, previousTokenHash: shown, rotatedAt: now })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('tokenHash', '=', shown)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export async function updateSessionTenant(
  db: Db,
  projectId: string,
  id: string,
  tenantId: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ tenantId })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

export async function deleteSession(db: Db, projectId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteSessionsOfUser(db: Db, projectId: string, userId: string): Promise<number> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .returning('id')
    .execute();
  return deleted.length;
}

/** In all projects: no token of such a session is accepted any more. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await acrossProjects(db).deleteFrom('sessions').where('expiresAt', '<=', now).execute();
}
