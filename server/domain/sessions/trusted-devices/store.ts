import type { Insertable } from 'kysely';
import { inList } from '../../../storage/json.ts';
import { acrossProjects } from '../../../storage/scope.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export async function insertDevice(db: Db, row: Insertable<Tables['trustedDevices']>): Promise<void> {
  await db.insertInto('trustedDevices').values(row).execute();
}

/** Replaces the secret, in one statement, so that only one of many requests with it is trusted. */
export function replaceSecret(
  db: Db,
  { projectId, userId, id }: { projectId: string; userId: string; id: string },
  use: { shown: string; next: string; now: number; expiresAt: number; remoteAddress: string },
): Promise<Row<'trustedDevices'> | undefined> {
  return db
    .updateTable('trustedDevices')
    .set({
      tokenHash: use.next,
      lastUsedAt: use.now,
      expiresAt: use.expiresAt,
      remoteAddress: use.remoteAddress,
    })
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('tokenHash', '=', use.shown)
    .where('expiresAt', '>', use.now)
    .returningAll()
    .executeTakeFirst();
}

/** Lists the devices of users that are trusted now, the last used first. */
export function listDevices(
  db: Db,
  projectId: string,
  userIds: string[],
  now: number,
): Promise<Row<'trustedDevices'>[]> {
  return db
    .selectFrom('trustedDevices')
    .selectAll()
    .where('projectId', '=', projectId)
    .where((device) => inList(db, device.ref('userId'), userIds))
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute();
}

/** Deletes devices of a user: these, or all. Returns the IDs of those that existed. */
export async function deleteDevices(
  db: Db,
  projectId: string,
  userId: string,
  ids?: string[],
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('trustedDevices')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .$if(ids !== undefined, (devices) => devices.where((device) => inList(db, device.ref('id'), ids ?? [])))
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}

export async function deleteExpired(db: Db, now: number): Promise<void> {
  await acrossProjects(db).deleteFrom('trustedDevices').where('expiresAt', '<=', now).execute();
}
