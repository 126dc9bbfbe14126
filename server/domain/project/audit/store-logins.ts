import { sql } from 'kysely';
import type { Db } from '../../../storage/tables.ts';
import type { Login } from './login.ts';

/** Lists sign-ins, newest first. */
export async function listLogins(db: Db, projectId: string, userId: string, limit: number): Promise<Login[]> {
  const events = await db
    .selectFrom('auditEvents')
    .select(['userId', 'occurredAt', 'remoteAddress', 'tenantId', 'action', 'actorId'])
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
