import type { Insertable } from 'kysely';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export async function insertDevice(db: Db, row: Insertable<Tables['trustedDevices']>): Promise<void> {
  await db.insertInto('trustedDevices').values(row).execute();
}

/** Replaces the secret, in one statement, so that only one of many requests with it is trusted. */
export async function replaceSecret(
  db: Db,
  device: { projectId: string; userId: string; id: string },
  use: Use,
): Promise<Row<'trustedDevices'> | undefined> {
  const [row] = await updateSecret(db, { ...device, ...use });
  return row;
}

type Use = Record<'shown' | 'next' | 'remoteAddress', string> & Record<'now' | 'expiresAt', number>;

const updateSecret = prepared((db, of: Use & Record<'projectId' | 'userId' | 'id', string>) =>
  db
    .updateTable('trustedDevices')
    .set({
      tokenHash: of.next,
      lastUsedAt: of.now,
      expiresAt: of.expiresAt,
      remoteAddress: of.remoteAddress,
    })
    .where('projectId', '=', of.projectId)
    .where('userId', '=', of.userId)
    .where('id', '=', of.id)
    .where('tokenHash', '=', of.shown)
    .where('expiresAt', '>', of.now)
    .returningAll(),
);

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
  await ofReachableProjects(db).deleteFrom('trustedDevices').where('expiresAt', '<=', now).execute();
}
