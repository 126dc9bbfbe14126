import { dialectOf } from '../../../../storage/engine.ts';
import { inList } from '../../../../storage/json.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { EndingSessions } from '../../../sessions/sessions/events.ts';

/**
 * Lists those of the sessions that belong to one of the applications. Locks them, so that of two transactions that end a
 * session only the first sees it.
 */
export function lockSessionsOfApps(db: Db, projectId: string, appIds: string[], ending: EndingSessions) {
  const query = db
    .selectFrom('applicationSessions')
    .innerJoin('sessions', (join) =>
      join
        .onRef('sessions.projectId', '=', 'applicationSessions.projectId')
        .onRef('sessions.id', '=', 'applicationSessions.sessionId'),
    )
    .select(['sessions.id', 'sessions.userId', 'applicationSessions.appId', 'applicationSessions.grant'])
    .where('applicationSessions.projectId', '=', projectId)
    .where((row) => inList(db, row.ref('applicationSessions.appId'), appIds))
    .where((row) =>
      'ids' in ending
        ? inList(db, row.ref('sessions.id'), ending.ids)
        : inList(db, row.ref('sessions.userId').$notNull(), ending.userIds),
    )
    .$if('ids' in ending && ending.userId !== undefined, (sessions) =>
      sessions.where('sessions.userId', '=', 'ids' in ending ? (ending.userId ?? null) : null),
    )
    .$if('userIds' in ending, (sessions) =>
      sessions.where('sessions.id', '!=', 'userIds' in ending ? (ending.exceptId ?? '') : ''),
    );
  return (dialectOf(db) === 'postgres' ? query.forUpdate('sessions') : query).execute();
}
