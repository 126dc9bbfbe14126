import type { Insertable } from 'kysely';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export type RequestRow = Row<'oauthRequests'>;

export async function insertRequest(db: Db, row: Insertable<Tables['oauthRequests']>): Promise<void> {
  await insertOne(db, row);
}

const insertOne = prepared((db, row: Insertable<Tables['oauthRequests']>) =>
  db.insertInto('oauthRequests').values(row),
);

type Key = Pick<RequestRow, 'projectId' | 'stateHash'>;
type BoundKey = Key & Pick<RequestRow, 'browserHash'>;

/** Ties a request to the first browser that opens it. Returns `undefined` if it is another browser's, or expired. */
export async function bindRequest(db: Db, key: BoundKey, now: number): Promise<RequestRow | undefined> {
  const [row] = await bind(db, { ...key, now });
  return row;
}

const bind = prepared((db, of: BoundKey & { now: number }) =>
  db
    .updateTable('oauthRequests')
    .set({ browserHash: of.browserHash })
    .where('projectId', '=', of.projectId)
    .where('stateHash', '=', of.stateHash)
    .where('browserHash', 'in', ['', of.browserHash])
    .where('expiresAt', '>', of.now)
    .returningAll(),
);

/** Keeps a posted answer, once. Returns `false` if there is no such request, or if it has an answer. */
export async function keepAnswer(db: Db, key: Key, sealedAnswer: string, now: number): Promise<boolean> {
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
export async function takeRequest(db: Db, key: BoundKey, now: number): Promise<RequestRow | undefined> {
  const [row] = await deleteOne(db, { ...key, now });
  return row;
}

const deleteOne = prepared((db, of: BoundKey & { now: number }) =>
  db
    .deleteFrom('oauthRequests')
    .where('projectId', '=', of.projectId)
    .where('stateHash', '=', of.stateHash)
    .where('browserHash', '=', of.browserHash)
    .where('expiresAt', '>', of.now)
    .returningAll(),
);

/** Deletes expired requests in all projects. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('oauthRequests').where('expiresAt', '<=', now).execute();
}
