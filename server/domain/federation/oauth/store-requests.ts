import type { Insertable } from 'kysely';
import { acrossProjects } from '../../../storage/scope.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export type RequestRow = Row<'oauthRequests'>;

export async function insertRequest(db: Db, row: Insertable<Tables['oauthRequests']>): Promise<void> {
  await db.insertInto('oauthRequests').values(row).execute();
}

/** Ties a request to the first browser that opens it. Returns `undefined` if it is another browser's, or expired. */
export function bindRequest(
  db: Db,
  key: { projectId: string; stateHash: string; browserHash: string },
  now: number,
): Promise<RequestRow | undefined> {
  return db
    .updateTable('oauthRequests')
    .set({ browserHash: key.browserHash })
    .where('projectId', '=', key.projectId)
    .where('stateHash', '=', key.stateHash)
    .where('browserHash', 'in', ['', key.browserHash])
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Keeps a posted answer, once. Returns `false` if there is no such request, or if it has an answer. */
export async function keepAnswer(
  db: Db,
  key: { projectId: string; stateHash: string },
  sealedAnswer: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .updateTable('oauthRequests')
    .set({ sealedAnswer })
    .where('projectId', '=', key.projectId)
    .where('stateHash', '=', key.stateHash)
    .where('browserHash', '!=', '')
    .where('sealedAnswer', '=', '')
    .where('expiresAt', '>', now)
    .returning('stateHash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes and returns the request of this browser: a request ends with one attempt. */
export function takeRequest(
  db: Db,
  key: { projectId: string; stateHash: string; browserHash: string },
  now: number,
): Promise<RequestRow | undefined> {
  return db
    .deleteFrom('oauthRequests')
    .where('projectId', '=', key.projectId)
    .where('stateHash', '=', key.stateHash)
    .where('browserHash', '=', key.browserHash)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes expired requests in all projects. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await acrossProjects(db).deleteFrom('oauthRequests').where('expiresAt', '<=', now).execute();
}
