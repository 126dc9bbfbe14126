import type { Insertable } from 'kysely';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

type NoticeRow = Row<'securityNotices'>;

export async function insertNotice(db: Db, row: Insertable<Tables['securityNotices']>): Promise<void> {
  await db.insertInto('securityNotices').values(row).execute();
}

/** Finds the user's address for a notice. Disabled and test users get none. */
export async function findNoticeAddress(
  db: Db,
  projectId: string,
  userId: string,
): Promise<{ email: string; verifiedEmail: number } | undefined> {
  return db
    .selectFrom('users')
    .select(['email', 'verifiedEmail'])
    .where('projectId', '=', projectId)
    .where('id', '=', userId)
    .where('status', '!=', 'disabled')
    .where('test', '=', 0)
    .executeTakeFirst();
}

interface Secret {
  projectId: string;
  secretHash: string;
  now: number;
}

/** Finds an open link without using it. */
export async function findNotice(
  db: Db,
  { projectId, secretHash, now }: Secret,
): Promise<NoticeRow | undefined> {
  return db
    .selectFrom('securityNotices')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('secretHash', '=', secretHash)
    .where('usedAt', '=', 0)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Uses a link. Returns `undefined` if it was used before or has expired. */
export async function takeNotice(
  db: Db,
  { projectId, secretHash, now }: Secret,
): Promise<NoticeRow | undefined> {
  return db
    .updateTable('securityNotices')
    .set({ usedAt: now })
    .where('projectId', '=', projectId)
    .where('secretHash', '=', secretHash)
    .where('usedAt', '=', 0)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Closes the other links that went to the same address for the same user. */
export async function closeNotices(
  db: Db,
  { projectId, userId, address }: NoticeRow,
  now: number,
): Promise<void> {
  await db
    .updateTable('securityNotices')
    .set({ usedAt: now })
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('address', '=', address)
    .where('usedAt', '=', 0)
    .execute();
}

export async function deleteNoticesOf(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('securityNotices')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .execute();
}

/** Deletes expired links in all projects. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('securityNotices').where('expiresAt', '<=', now).execute();
}
