import { type Insertable, sql } from 'kysely';
import { insertRows } from '../../../storage/insert-rows.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import type { Login } from './login.ts';

export async function insertAuditEvents(db: Db, rows: Insertable<Tables['auditEvents']>[]): Promise<void> {
  await insertEventRows(db, rows);
}

const insertEventRows = insertRows('auditEvents');

/** Returns the time of the newest event in milliseconds, or `undefined` if there is none. */
export async function findNewestEventTime(db: Db, projectId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('auditEvents')
    .select('occurredAt')
    .where('projectId', '=', projectId)
    .orderBy('occurredAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.occurredAt;
}

/** Returns the user's newest sign-in. Impersonations are none. */
export function findLastSignIn(
  db: Db,
  projectId: string,
  userId: string,
): Promise<
  | Pick<Row<'auditEvents'>, 'id' | 'occurredAt' | 'method' | 'remoteAddress' | 'device' | 'tenantId'>
  | undefined
> {
  return (
    db
      .selectFrom('auditEvents')
      .select(['id', 'occurredAt', 'method', 'remoteAddress', 'device', 'tenantId'])
      .where('projectId', '=', projectId)
      .where('userId', '=', userId)
      // An expression, so that SQLite scans the user's events instead of the sign-ins of all users.
      .where((event) => sql<boolean>`${event.ref('action')} || '' = 'LoginSucceed'`)
      .orderBy('occurredAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}

/** Lists sign-ins, newest first. */
export async function listLogins(db: Db, projectId: string, userId: string, limit: number): Promise<Login[]> {
  const events = await db
    .selectFrom('auditEvents')
    .select(['userId', 'occurredAt', 'method', 'device', 'remoteAddress', 'tenantId', 'action', 'actorId'])
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    // An expression, so that SQLite scans the user's events instead of the sign-ins of all users.
    .where((event) => sql<boolean>`${event.ref('action')} || '' in ('LoginSucceed', 'Impersonated')`)
    .orderBy('occurredAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return events.map(({ action, actorId, ...login }) => ({
    ...login,
    impersonatorId: action === 'Impersonated' ? actorId : '',
  }));
}
