import type { Insertable } from 'kysely';
import { acrossProjects } from '../../../storage/scope.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export type SetupLinkRow = Row<'ssoSetupLinks'>;

export async function insertLink(db: Db, row: Insertable<Tables['ssoSetupLinks']>): Promise<void> {
  await db.insertInto('ssoSetupLinks').values(row).execute();
}

export function findLink(
  db: Db,
  projectId: string,
  { id, tokenHash, now }: { id: string; tokenHash: string; now: number },
): Promise<SetupLinkRow | undefined> {
  return db
    .selectFrom('ssoSetupLinks')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Deletes the links, and returns how many there were. */
export async function deleteLinks(
  db: Db,
  projectId: string,
  { tenantId, connectionId }: { tenantId: string; connectionId: string },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('ssoSetupLinks')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('connectionId', '=', connectionId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes expired links in all projects. */
export async function deleteExpiredLinks(db: Db, now: number): Promise<void> {
  await acrossProjects(db).deleteFrom('ssoSetupLinks').where('expiresAt', '<=', now).execute();
}
