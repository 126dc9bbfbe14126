import type { Insertable } from 'kysely';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

type RequestKey = Pick<Row<'pushedRequests'>, 'projectId' | 'requestHash' | 'appId' | 'clientId'>;

export async function insertPushedRequest(db: Db, row: Insertable<Tables['pushedRequests']>): Promise<void> {
  await db.insertInto('pushedRequests').values(row).execute();
}

/**
 * Returns a request to its browser, which must come in time for the first time, and may come again for as long as the user has to
 * sign in.
 */
export function openPushedRow(
  db: Db,
  { now, signInMs, ...key }: RequestKey & { now: number; signInMs: number },
): Promise<{ parameters: string } | undefined> {
  return db
    .updateTable('pushedRequests')
    .set(({ fn, val }) => ({ openedAt: fn.coalesce('openedAt', val(now)) }))
    .where('projectId', '=', key.projectId)
    .where('requestHash', '=', key.requestHash)
    .where('appId', '=', key.appId)
    .where('clientId', '=', key.clientId)
    .where(({ or, eb }) => or([eb('openedAt', 'is not', null), eb('expiresAt', '>', now)]))
    .where('expiresAt', '>', now - signInMs)
    .returning('parameters')
    .executeTakeFirst();
}

/** Deletes the request because it gets its code. Returns `false` if it got one before: only one of many gets `true`. */
export async function takePushedRequest(db: Db, projectId: string, requestHash: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('pushedRequests')
    .where('projectId', '=', projectId)
    .where('requestHash', '=', requestHash)
    .returning('requestHash')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Records an assertion. Returns `false` if it was used before. */
export async function insertUsedAssertion(
  db: Db,
  row: Insertable<Tables['usedClientAssertions']>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('usedClientAssertions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'idHash']).doNothing())
    .returning('idHash')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes requests to which no browser came in time, and those whose user has not signed in since `signInBegan`. */
export async function deletePushedRequestsBefore(
  db: Db,
  { now, signInBegan }: { now: number; signInBegan: number },
): Promise<void> {
  await ofReachableProjects(db)
    .deleteFrom('pushedRequests')
    .where('expiresAt', '<=', now)
    .where(({ or, eb }) => or([eb('openedAt', 'is', null), eb('expiresAt', '<=', signInBegan)]))
    .execute();
}

export async function deleteUsedAssertionsBefore(db: Db, time: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('usedClientAssertions').where('expiresAt', '<=', time).execute();
}

export async function findSectorSalt(db: Db, projectId: string, sector: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('pairwiseSectors')
    .select('sealedSalt')
    .where('projectId', '=', projectId)
    .where('sector', '=', sector)
    .executeTakeFirst();
  return row?.sealedSalt;
}

/** Stores the secret of a sector, unless another request has just stored one. */
export async function insertSectorSalt(db: Db, row: Insertable<Tables['pairwiseSectors']>): Promise<void> {
  await db
    .insertInto('pairwiseSectors')
    .values(row)
    .onConflict((conflict) => conflict.columns(['projectId', 'sector']).doNothing())
    .execute();
}
