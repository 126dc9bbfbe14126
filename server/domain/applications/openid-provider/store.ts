import type { Insertable } from 'kysely';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';

export async function insertCode(db: Db, row: Insertable<Tables['authorizationCodes']>): Promise<void> {
  await insertCodeRow(db, row);
}

const insertCodeRow = prepared((db, row: Insertable<Tables['authorizationCodes']>) =>
  db.insertInto('authorizationCodes').values(row),
);

export async function findCode(
  db: Db,
  projectId: string,
  codeHash: string,
): Promise<Row<'authorizationCodes'> | undefined> {
  const [row] = await codeByHash(db, { projectId, codeHash });
  return row;
}

const codeByHash = prepared((db, { projectId, codeHash }: { projectId: string; codeHash: string }) =>
  db
    .selectFrom('authorizationCodes')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('codeHash', '=', codeHash),
);

/** Marks the code as used. Returns `false` if it was used or has expired: only one of many requests gets `true`. */
export async function useCode(db: Db, projectId: string, codeHash: string, now: number): Promise<boolean> {
  const used = await markUsed(db, { projectId, codeHash, now });
  return used.length > 0;
}

const markUsed = prepared(
  (db, { projectId, codeHash, now }: { projectId: string; codeHash: string; now: number }) =>
    db
      .updateTable('authorizationCodes')
      .set({ usedAt: now })
      .where('projectId', '=', projectId)
      .where('codeHash', '=', codeHash)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning('codeHash'),
);

export async function deleteCodesBefore(db: Db, time: number): Promise<void> {
  await ofReachableProjects(db).deleteFrom('authorizationCodes').where('expiresAt', '<=', time).execute();
}

export async function insertApplicationSession(
  db: Db,
  row: Insertable<Tables['applicationSessions']>,
): Promise<void> {
  await insertSessionRow(db, row);
}

const insertSessionRow = prepared((db, row: Insertable<Tables['applicationSessions']>) =>
  db.insertInto('applicationSessions').values(row),
);

/** `isAppEnabled`: whether the SSO application is in service; `null` for an application of a third party. */
type FoundApplicationSession = Row<'applicationSessions'> & { isAppEnabled: number | null };

export async function findApplicationSession(
  db: Db,
  projectId: string,
  sessionId: string,
): Promise<FoundApplicationSession | undefined> {
  const [row] = await sessionById(db, { projectId, sessionId });
  return row;
}

const sessionById = prepared((db, { projectId, sessionId }: { projectId: string; sessionId: string }) =>
  db
    .selectFrom('applicationSessions')
    .leftJoin('ssoApps', (join) =>
      join
        .onRef('ssoApps.projectId', '=', 'applicationSessions.projectId')
        .onRef('ssoApps.id', '=', 'applicationSessions.appId'),
    )
    .selectAll('applicationSessions')
    .select('ssoApps.enabled as isAppEnabled')
    .where('applicationSessions.projectId', '=', projectId)
    .where('applicationSessions.sessionId', '=', sessionId),
);

export async function updateGrant(
  db: Db,
  projectId: string,
  sessionId: string,
  grant: string,
): Promise<void> {
  await db
    .updateTable('applicationSessions')
    .set({ grant })
    .where('projectId', '=', projectId)
    .where('sessionId', '=', sessionId)
    .execute();
}

/** Deletes what the users' sign-ins at an application left. Their tokens are of no use without it. */
export async function deleteSignInsAt(db: Db, projectId: string, appId: string): Promise<void> {
  for (const table of [
    'authorizationCodes',
    'pushedRequests',
    'deviceRequests',
    'applicationSessions',
  ] as const) {
    await db.deleteFrom(table).where('projectId', '=', projectId).where('appId', '=', appId).execute();
  }
}

/** Lists the sessions of applications in which the user signed in with this session of their browser. */
export function listSessionsOfBrowser(
  db: Db,
  projectId: string,
  browserSessionId: string,
): Promise<Row<'applicationSessions'>[]> {
  return db
    .selectFrom('applicationSessions')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('browserSessionId', '=', browserSessionId)
    .execute();
}

/** Deletes the codes that the user, or every user, has brought to an application. */
export async function deleteCodesOf(
  db: Db,
  projectId: string,
  { appId, userId }: { appId: string; userId: string },
): Promise<void> {
  for (const table of ['authorizationCodes', 'deviceRequests'] as const) {
    await db
      .deleteFrom(table)
      .where('projectId', '=', projectId)
      .where('appId', '=', appId)
      // A request that waits for its user belongs to none.
      .where('userId', userId ? '=' : 'is not', userId || null)
      .execute();
  }
}

/** Lists the sessions of an application for a user in a tenant, or for every user in it if the user is empty. */
export function listConsentedSessions(
  db: Db,
  projectId: string,
  { appId, userId, tenantId }: { appId: string; userId: string; tenantId: string },
): Promise<{ sessionId: string; userId: string | null }[]> {
  return db
    .selectFrom('applicationSessions')
    .innerJoin('sessions', (join) =>
      join
        .onRef('sessions.projectId', '=', 'applicationSessions.projectId')
        .onRef('sessions.id', '=', 'applicationSessions.sessionId'),
    )
    .select(['applicationSessions.sessionId', 'sessions.userId'])
    .where('applicationSessions.projectId', '=', projectId)
    .where('applicationSessions.appId', '=', appId)
    .where('sessions.tenantId', '=', tenantId)
    .$if(userId !== '', (sessions) => sessions.where('sessions.userId', '=', userId))
    .execute();
}
