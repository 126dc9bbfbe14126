import type { Insertable } from 'kysely';
import { ofReachableProjects } from '../../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../../storage/tables.ts';

/** Inserts the request, unless another one has the same user code. */
export async function insertDeviceRequest(
  db: Db,
  row: Insertable<Tables['deviceRequests']>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('deviceRequests')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'userCodeMac']).doNothing())
    .returning('deviceCodeHash')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findByDeviceCode(
  db: Db,
  projectId: string,
  deviceCodeHash: string,
): Promise<Row<'deviceRequests'> | undefined> {
  return db
    .selectFrom('deviceRequests')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('deviceCodeHash', '=', deviceCodeHash)
    .executeTakeFirst();
}

/** Finds the request that waits for a user's decision. */
export function findUndecided(
  db: Db,
  projectId: string,
  { userCodeMacs, now }: { userCodeMacs: string[]; now: number },
): Promise<Row<'deviceRequests'> | undefined> {
  return db
    .selectFrom('deviceRequests')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('userCodeMac', 'in', userCodeMacs)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Stores the decision. Returns `false` if there is one already or the request has expired: the first one counts. */
export async function decideRequest(
  db: Db,
  { projectId, deviceCodeHash }: Pick<Row<'deviceRequests'>, 'projectId' | 'deviceCodeHash'>,
  { now, ...decision }: Pick<Row<'deviceRequests'>, 'status' | 'userId' | 'grant'> & { now: number },
): Promise<boolean> {
  const decided = await db
    .updateTable('deviceRequests')
    .set(decision)
    .where('projectId', '=', projectId)
    .where('deviceCodeHash', '=', deviceCodeHash)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .returning('deviceCodeHash')
    .executeTakeFirst();
  return decided !== undefined;
}

/** Uses the device code up. Only one of many requests gets `true`. */
export async function takeAllowed(
  db: Db,
  projectId: string,
  { deviceCodeHash, now }: { deviceCodeHash: string; now: number },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('deviceRequests')
    .where('projectId', '=', projectId)
    .where('deviceCodeHash', '=', deviceCodeHash)
    .where('status', '=', 'allowed')
    .where('expiresAt', '>', now)
    .returning('deviceCodeHash')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Notes that the device has asked. Returns `false` if it came too soon; from then on it must wait longer. */
export async function notePoll(
  db: Db,
  { projectId, deviceCodeHash }: Pick<Row<'deviceRequests'>, 'projectId' | 'deviceCodeHash'>,
  { now, earliest, slowDownMs }: { now: number; earliest: number; slowDownMs: number },
): Promise<boolean> {
  const update = db
    .updateTable('deviceRequests')
    .where('projectId', '=', projectId)
    .where('deviceCodeHash', '=', deviceCodeHash);
  const inTime = await update
    .set((eb) => ({ nextPollAt: eb('intervalMs', '+', now) }))
    .where('nextPollAt', '<=', earliest)
    .returning('deviceCodeHash')
    .executeTakeFirst();
  if (inTime) return true;
  await update
    .set((eb) => ({
      intervalMs: eb('intervalMs', '+', slowDownMs),
      nextPollAt: eb('intervalMs', '+', now + slowDownMs),
    }))
    .execute();
  return false;
}

export async function deleteRequestsBefore(db: Db, time: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('deviceRequests').where('expiresAt', '<=', time).execute();
}
