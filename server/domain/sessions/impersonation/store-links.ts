import type { Insertable } from 'kysely';
import { acrossProjects } from '../../../storage/scope.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

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
  await acrossProjects(db).deleteFrom('consentLinks').where('expiresAt', '<=', now).execute();
}
