import type { Insertable } from 'kysely';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Tables } from '../../../storage/tables.ts';

const dayMs = 24 * 60 * 60_000;

/** The devices that are remembered of a user, those seen last. */
const maxDevices = 20;

/** The time after which a device that is not seen counts as new again. */
const rememberedMs = 180 * dayMs;

type Device = Insertable<Tables['seenDevices']>;

/** Remembers that the device was seen. Returns `true` if it is new to this user. Writes once a day for a known one. */
export async function rememberDevice(db: Db, device: Device): Promise<boolean> {
  const { projectId, userId, deviceHash, lastSeenAt: now } = device;
  const [known] = await lastSeen(db, { projectId, userId, deviceHash });
  if (!known) return insertDevice(db, device);
  if (known.lastSeenAt <= now - dayMs) {
    await db
      .updateTable('seenDevices')
      .set({ lastSeenAt: now })
      .where('projectId', '=', projectId)
      .where('userId', '=', userId)
      .where('deviceHash', '=', deviceHash)
      .execute();
  }
  return false;
}

const lastSeen = prepared((db, of: Omit<Device, 'lastSeenAt'>) =>
  db
    .selectFrom('seenDevices')
    .select('lastSeenAt')
    .where('projectId', '=', of.projectId)
    .where('userId', '=', of.userId)
    .where('deviceHash', '=', of.deviceHash),
);

/** Returns `false` if a simultaneous sign-in from the same device was first. */
async function insertDevice(db: Db, device: Device): Promise<boolean> {
  const inserted = await insertNew(db, device);
  if (inserted.length === 0) return false;
  const { projectId, userId } = device;
  await db
    .deleteFrom('seenDevices')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('deviceHash', 'not in', (seen) =>
      seen
        .selectFrom('seenDevices as kept')
        .select('kept.deviceHash')
        .where('kept.projectId', '=', projectId)
        .where('kept.userId', '=', userId)
        .orderBy('kept.lastSeenAt', 'desc')
        .orderBy('kept.deviceHash')
        .limit(maxDevices),
    )
    .execute();
  return true;
}

const insertNew = prepared((db, device: Device) =>
  db
    .insertInto('seenDevices')
    .values(device)
    .onConflict((conflict) => conflict.columns(['projectId', 'userId', 'deviceHash']).doNothing())
    .returning('deviceHash'),
);

/** Reports whether the user was seen on another device. */
export async function hasOtherDevice(
  db: Db,
  { projectId, userId, deviceHash }: Omit<Device, 'lastSeenAt'>,
): Promise<boolean> {
  const other = await db
    .selectFrom('seenDevices')
    .select('deviceHash')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('deviceHash', '!=', deviceHash)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Lists where a user's other sessions were begun, for users who signed in before devices were remembered. */
export function listSessionOrigins(
  db: Db,
  projectId: string,
  { userId, exceptId, now }: { userId: string; exceptId: string; now: number },
): Promise<{ userAgent: string; remoteAddress: string }[]> {
  return db
    .selectFrom('sessions')
    .select(['userAgent', 'remoteAddress'])
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('id', '!=', exceptId)
    .where('impersonatorId', '=', '')
    .where('awaits', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('rotatedAt', 'desc')
    .orderBy('id')
    .limit(maxDevices)
    .execute();
}

export async function deleteDevicesOf(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('seenDevices')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .execute();
}

/** Forgets devices in all projects that were not seen for long. */
export async function deleteUnseen(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db)
    .deleteFrom('seenDevices')
    .where('lastSeenAt', '<=', now - rememberedMs)
    .execute();
}
