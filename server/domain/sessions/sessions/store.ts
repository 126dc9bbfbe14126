import { type Insertable, sql } from 'kysely';
import { dialectOf } from '../../../storage/engine.ts';
import { jsonArrayOf, parseJson } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import { hasSubTenants } from '../../directory/tenants/query-sub-tenants.ts';
import type { SessionLimits } from '../../directory/tenants/tenant.ts';

export async function insertSession(db: Db, row: Insertable<Tables['sessions']>): Promise<void> {
  await insertRow(db, row);
}

const insertRow = prepared((db, row: Insertable<Tables['sessions']>) =>
  db.insertInto('sessions').values(row),
);

/** A session with what decides whether it is alive: the status of its user and the limits of their tenants. */
export interface SessionRow extends Row<'sessions'> {
  userStatus: Row<'users'>['status'] | null;
  tenantLimits: { sessionLimits?: SessionLimits; passesRoles: boolean }[];
}

/** Finds a session in one query. */
export async function findSessionRow(db: Db, projectId: string, id: string): Promise<SessionRow | undefined> {
  const [row] = await sessionById(db, { projectId, id });
  return row && { ...row, tenantLimits: parseJson(row.tenantLimits).map(toTenantLimits) };
}

const sessionById = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  db
    .selectFrom('sessions')
    .leftJoin('users', (join) =>
      join.onRef('users.projectId', '=', 'sessions.projectId').onRef('users.id', '=', 'sessions.userId'),
    )
    .selectAll('sessions')
    .select('users.status as userStatus')
    .select((session) =>
      jsonArrayOf(
        db,
        session
          .selectFrom('tenantMembers')
          .innerJoin('tenants', (join) =>
            join
              .onRef('tenants.projectId', '=', 'tenantMembers.projectId')
              .onRef('tenants.id', '=', 'tenantMembers.tenantId'),
          )
          .select(['tenants.sessionLimits', 'tenants.passesRoles'])
          .select((tenant) => hasSubTenants(tenant, projectId).as('hasSubTenants'))
          .where('tenantMembers.projectId', '=', projectId)
          .whereRef('tenantMembers.userId', '=', 'sessions.userId'),
      ).as('tenantLimits'),
    )
    .where('sessions.projectId', '=', projectId)
    .where('sessions.id', '=', id),
);

function toTenantLimits(row: {
  sessionLimits: string;
  passesRoles: string;
  hasSubTenants: unknown;
}): SessionRow['tenantLimits'][number] {
  return {
    ...(row.sessionLimits && { sessionLimits: JSON.parse(row.sessionLimits) as SessionLimits }),
    passesRoles: Boolean(row.hasSubTenants) && row.passesRoles !== 'none',
  };
}

/**
 * Locks the session until the transaction ends. Returns `undefined` if it has ended. (An update locks on both
 * engines.)
 */
export async function holdSessionRow(
  db: Db,
  projectId: string,
  id: string,
): Promise<Row<'sessions'> | undefined> {
  const [row] = await heldSession(db, { projectId, id });
  return row;
}

const heldSession = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  db
    .updateTable('sessions')
    .set((session) => ({ rotatedAt: session.ref('rotatedAt') }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returningAll(),
);

/** Reports whether the session exists, and lets no other transaction end or hold it until this one ends. Others can do the same. */
export async function shareSession(db: Db, projectId: string, id: string): Promise<boolean> {
  return (await sharedSession(db, { projectId, id })).length > 0;
}

const sharedSession = prepared((db, { projectId, id }: { projectId: string; id: string }) => {
  const query = db
    .selectFrom('sessions')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', '=', id);
  // On SQLite, the transaction already has the only write lock.
  return dialectOf(db) === 'postgres' ? query.forShare() : query;
});

/** Replaces the given token with the next one, in one statement, so that only one request can win. */
export async function rotateToken(
  db: Db,
  projectId: string,
  id: string,
  rotation: { shown: string; next: string; now: number },
): Promise<Row<'sessions'> | undefined> {
  const [row] = await replaceToken(db, { projectId, id, ...rotation });
  return row;
}

const replaceToken = prepared(
  (db, rotation: { projectId: string; id: string; shown: string; next: string; now: number }) =>
    db
      .updateTable('sessions')
      .set({ tokenHash: rotation.next, previousTokenHash: rotation.shown, rotatedAt: rotation.now })
      .where('projectId', '=', rotation.projectId)
      .where('id', '=', rotation.id)
      .where('tokenHash', '=', rotation.shown)
      .where('expiresAt', '>', rotation.now)
      .returningAll(),
);

export async function updateSessionTenant(
  db: Db,
  projectId: string,
  id: string,
  tenantId: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ tenantId })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

export async function markReset(db: Db, projectId: string, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ resetsPassword: 0 })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

export async function deleteSession(db: Db, projectId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes the session and returns it. */
export async function takeSessionRow(
  db: Db,
  projectId: string,
  id: string,
): Promise<Row<'sessions'> | undefined> {
  return db
    .deleteFrom('sessions')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes the sessions of a user, and returns their IDs. */
export async function deleteSessionsOfUser(
  db: Db,
  projectId: string,
  userId: string,
  { exceptId = '' }: { exceptId?: string } = {},
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .where('id', '!=', exceptId)
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}

/** Deletes the sessions in which a user impersonates others, and returns their IDs. */
export async function deleteSessionsByImpersonator(
  db: Db,
  projectId: string,
  impersonatorId: string,
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('projectId', '=', projectId)
    .where('impersonatorId', '=', impersonatorId)
    // A literal rather than a parameter: a partial index is used only if the query contains its condition.
    .where('impersonatorId', '!=', sql.lit(''))
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}

/** Lists at most `limit` expired sessions of all projects that still await their second factor. */
export function listAbandoned(
  db: Db,
  now: number,
  limit: number,
): Promise<Pick<Row<'sessions'>, 'projectId' | 'id'>[]> {
  return ofReachableProjects(db)
    .selectFrom('sessions')
    .select(['projectId', 'id'])
    .where('expiresAt', '<=', now)
    .where('awaits', 'is not', null)
    .limit(limit)
    .execute();
}

/** Deletes a session that `listAbandoned` has found. Returns `undefined` if it is gone. */
export function deleteAbandoned(
  db: Db,
  projectId: string,
  id: string,
): Promise<Pick<Row<'sessions'>, 'userId' | 'amr'> | undefined> {
  return db
    .deleteFrom('sessions')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning(['userId', 'amr'])
    .executeTakeFirst();
}

/** Deletes the other expired sessions of all projects. Their tokens are refused already. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await ofReachableProjects(db)
    .deleteFrom('sessions')
    .where('expiresAt', '<=', now)
    .where('awaits', 'is', null)
    .execute();
}

/** Shortens a session and returns it. Returns `undefined` if it has ended. */
export async function shortenSession(
  db: Db,
  projectId: string,
  id: string,
  { endsAt, now }: { endsAt: number; now: number },
): Promise<Row<'sessions'> | undefined> {
  return db
    .updateTable('sessions')
    .set((session) => ({
      expiresAt: session
        .case()
        .when('expiresAt', '>', endsAt)
        .then(sql<number>`cast(${endsAt} as bigint)`)
        .else(session.ref('expiresAt'))
        .end(),
    }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export async function updateCustomClaims(
  db: Db,
  projectId: string,
  id: string,
  customClaims: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ customClaims })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}
