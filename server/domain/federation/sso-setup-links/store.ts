import type { Insertable } from 'kysely';
import { ofReachableProjects } from '../../../storage/reachable.ts';
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

/** Lists the links of a connection, newest first. */
export function listLinks(
  db: Db,
  projectId: string,
  { tenantId, connectionId }: { tenantId: string; connectionId: string },
): Promise<SetupLinkRow[]> {
  return db
    .selectFrom('ssoSetupLinks')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('connectionId', '=', connectionId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
}

const maxListed = 100;

/** Records that the page was shown. Only the first time counts. */
export async function markOpened(db: Db, projectId: string, id: string, now: number): Promise<void> {
  await db
    .updateTable('ssoSetupLinks')
    .set({ openedAt: now })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('openedAt', '=', 0)
    .execute();
}

/** Records what the holder has done. Returns `false` if the link has been revoked, or has expired. */
export async function markLink(
  db: Db,
  projectId: string,
  id: string,
  done: 'changedAt' | 'doneAt',
  now: number,
): Promise<boolean> {
  const marked = await db
    .updateTable('ssoSetupLinks')
    .set({ [done]: now })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Deletes the links of a connection, or one of them, and returns how many there were. */
export async function deleteLinks(
  db: Db,
  projectId: string,
  { tenantId, connectionId, linkId }: { tenantId: string; connectionId: string; linkId?: string | undefined },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('ssoSetupLinks')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('connectionId', '=', connectionId)
    .$if(Boolean(linkId), (query) => query.where('id', '=', linkId ?? ''))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes the expired links of all projects: at once those that were neither sent nor opened, and the others after `keptMs`. */
export async function deleteExpiredLinks(db: Db, now: number, keptMs: number): Promise<void> {
  await ofReachableProjects(db)
    .deleteFrom('ssoSetupLinks')
    .where('expiresAt', '<=', now)
    .where(({ or, and, eb }) =>
      or([eb('expiresAt', '<=', now - keptMs), and([eb('sentTo', '=', ''), eb('openedAt', '=', 0)])]),
    )
    .execute();
}
