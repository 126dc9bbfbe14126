import type { Insertable } from 'kysely';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

/** Reports whether the user is being impersonated now. */
export async function isImpersonated(
  db: Db,
  projectId: string,
  userId: string,
  now: number,
): Promise<boolean> {
  const sessions = await impersonatedSession(db, { projectId, userId, now });
  return sessions.length > 0;
}

const impersonatedSession = prepared(
  (db, { projectId, userId, now }: { projectId: string; userId: string; now: number }) =>
    db
      .selectFrom('sessions')
      .select('id')
      .where('projectId', '=', projectId)
      .where('userId', '=', userId)
      .where('impersonatorId', '!=', '')
      .where('expiresAt', '>', now)
      .limit(1),
);

export type ConsentLinkRow = Row<'consentLinks'>;

export async function insertLink(db: Db, row: Insertable<Tables['consentLinks']>): Promise<void> {
  await db.insertInto('consentLinks').values(row).execute();
}

export function findLink(
  db: Db,
  projectId: string,
  tokenHash: string,
  now: number,
): Promise<ConsentLinkRow | undefined> {
  return db
    .selectFrom('consentLinks')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Deletes the link and returns it. */
export function takeLink(
  db: Db,
  projectId: string,
  tokenHash: string,
  now: number,
): Promise<ConsentLinkRow | undefined> {
  return db
    .deleteFrom('consentLinks')
    .where('projectId', '=', projectId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes the expired links of all projects. */
export async function deleteExpiredLinks(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('consentLinks').where('expiresAt', '<=', now).execute();
}
