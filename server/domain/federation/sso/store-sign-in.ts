import type { Insertable } from 'kysely';
import { prepared } from '../../../storage/prepared.ts';
import { acrossProjects } from '../../../storage/scope.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import { type SsoRequest, toRequest } from './request.ts';

export async function insertRequest(db: Db, row: Insertable<Tables['ssoRequests']>): Promise<void> {
  await insertRequestRow(db, row);
}

const insertRequestRow = prepared((db, row: Insertable<Tables['ssoRequests']>) =>
  db.insertInto('ssoRequests').values(row),
);

export async function findRequest(
  db: Db,
  projectId: string,
  idHash: string,
  now: number,
): Promise<SsoRequest | undefined> {
  const row = await db
    .selectFrom('ssoRequests')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('idHash', '=', idHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row && toRequest(row);
}

/** Ties a request to the first browser that opens it. Returns `undefined` if it is another browser's, or expired. */
export async function bindRequest(
  db: Db,
  projectId: string,
  idHash: string,
  browserHash: string,
  now: number,
): Promise<SsoRequest | undefined> {
  const row = await db
    .updateTable('ssoRequests')
    .set({ browserHash })
    .where('projectId', '=', projectId)
    .where('idHash', '=', idHash)
    .where('browserHash', 'in', ['', browserHash])
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row && toRequest(row);
}

export async function updateRequestState(
  db: Db,
  projectId: string,
  idHash: string,
  state: string,
): Promise<void> {
  await db
    .updateTable('ssoRequests')
    .set({ state })
    .where('projectId', '=', projectId)
    .where('idHash', '=', idHash)
    .execute();
}

/** Deletes and returns the request of this browser: a request ends with one sign-in. */
export async function takeRequest(
  db: Db,
  projectId: string,
  idHash: string,
  browserHash: string,
  now: number,
): Promise<SsoRequest | undefined> {
  const row = await db
    .deleteFrom('ssoRequests')
    .where('projectId', '=', projectId)
    .where('idHash', '=', idHash)
    .where('browserHash', '=', browserHash)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row && toRequest(row);
}

/** Takes the request for an answer at one connection's address. Finds no other connection's request. */
export async function takeConnectionRequest(
  db: Db,
  projectId: string,
  key: RequestKey,
): Promise<SsoRequest | undefined> {
  const [row] = await deleteConnectionRequest(db, { projectId, ...key });
  return row && toRequest(row);
}

type RequestKey = Record<'tenantId' | 'connectionId' | 'idHash' | 'browserHash', string> & { now: number };

const deleteConnectionRequest = prepared((db, key: RequestKey & { projectId: string }) =>
  db
    .deleteFrom('ssoRequests')
    .where('projectId', '=', key.projectId)
    .where('idHash', '=', key.idHash)
    .where('tenantId', '=', key.tenantId)
    .where('connectionId', '=', key.connectionId)
    .where('browserHash', '=', key.browserHash)
    .where('expiresAt', '>', key.now)
    .returningAll(),
);

/** Records an assertion. Returns `false` if it was used before. */
export async function insertAssertion(db: Db, row: Insertable<Tables['ssoAssertions']>): Promise<boolean> {
  return (await insertAssertionRow(db, row)).length > 0;
}

const insertAssertionRow = prepared((db, row: Insertable<Tables['ssoAssertions']>) =>
  db
    .insertInto('ssoAssertions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'tenantId', 'connectionId', 'idHash']).doNothing(),
    )
    .returning('idHash'),
);

/** Stores the groups of this sign-in, and returns the identity's user, or `undefined` for a new identity. */
export async function touchIdentity(
  db: Db,
  key: IdentityKey,
  groups: string,
): Promise<{ userId: string; createdUser: boolean } | undefined> {
  const [row] = await updateGroups(db, { ...key, groups });
  return row && { userId: row.userId, createdUser: row.createdUser === 1 };
}

type IdentityKey = Pick<Row<'ssoIdentities'>, 'projectId' | 'tenantId' | 'connectionId' | 'subject'>;

const updateGroups = prepared((db, { groups, ...key }: IdentityKey & { groups: string }) =>
  db
    .updateTable('ssoIdentities')
    .set({ groups })
    .where('projectId', '=', key.projectId)
    .where('tenantId', '=', key.tenantId)
    .where('connectionId', '=', key.connectionId)
    .where('subject', '=', key.subject)
    .returning(['userId', 'createdUser']),
);

/** Inserts an identity. Returns `false` if a simultaneous sign-in has just stored the same subject. */
export async function insertIdentity(db: Db, row: Insertable<Tables['ssoIdentities']>): Promise<boolean> {
  const inserted = await db
    .insertInto('ssoIdentities')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'tenantId', 'connectionId', 'subject']).doNothing(),
    )
    .returning('userId')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes expired records in all projects. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  for (const table of ['ssoRequests', 'ssoAssertions'] as const) {
    await acrossProjects(db).deleteFrom(table).where('expiresAt', '<=', now).execute();
  }
}
