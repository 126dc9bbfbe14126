import type { Expression } from 'kysely';
import { inList, jsonArrayOf, parseJson } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';
import type { AuditRecord } from './audit-record.ts';
import { criteriaOf, type EventFilter, fits } from './event-filter.ts';
import type { Place } from './find-places.ts';

export interface UserAction {
  userId: string;
  action: string;
  occurredAt: number;
}

/** Returns the events at the places, in this order. One that was removed in the meantime is missing. */
export async function listEventsAt(
  db: Db,
  projectId: string,
  filter: EventFilter,
  places: Place[],
): Promise<AuditRecord[]> {
  const criteria = criteriaOf(filter);
  const sequences = places.filter((place) => typeof place === 'number');
  const ids = places.filter((place) => typeof place === 'string');
  const found = [
    ...(await recordsAt(db, projectId, 'sequence', sequences)),
    ...(await recordsAt(db, projectId, 'id', ids)),
  ];
  const events = new Map<Place, AuditRecord>();
  for (const { row, record } of found) {
    if (!fits(row, filter, criteria)) continue;
    events.set(row.id, record);
    if (row.sequence !== null) events.set(row.sequence, record);
  }
  return places.flatMap((place) => events.get(place) ?? []);
}

async function recordsAt(db: Db, projectId: string, column: 'sequence' | 'id', places: Place[]) {
  if (places.length === 0) return [];
  const rows = await db
    .selectFrom('auditEvents')
    .selectAll('auditEvents')
    .select((event) =>
      jsonArrayOf(
        db,
        event
          .selectFrom('loginIds')
          .select(['loginIds.written', 'loginIds.position'])
          .where('loginIds.projectId', '=', projectId)
          .whereRef('loginIds.userId', '=', 'auditEvents.userId'),
      ).as('loginIds'),
    )
    .where('auditEvents.projectId', '=', projectId)
    .where((event) => inList(db, event.ref(`auditEvents.${column}`) as Expression<Place>, places))
    .execute();
  return rows.map(({ loginIds: written, ...row }) => {
    // An event of a deletion by a directory names the user, who is gone.
    const data = JSON.parse(row.data) as Record<string, unknown>;
    const current = parseJson<{ written: string; position: number }[]>(written)
      .sort((a, b) => a.position - b.position)
      .map(({ written }) => written);
    const isGone = current.length === 0 && row.action === 'UserDeleted' && row.actorType === 'accessKey';
    const loginIds = isGone ? ((data['loginIds'] ?? []) as string[]) : current;
    return { row, record: { ...row, loginIds, data } };
  });
}

/** Lists what happened to users at these places: each action of a user once, with the time of the last one. */
export async function listActionsAt(db: Db, projectId: string, places: Place[]): Promise<UserAction[]> {
  const sequences = places.filter((place) => typeof place === 'number');
  const ids = places.filter((place) => typeof place === 'string');
  return [
    ...(await actionsAt(db, projectId, 'sequence', sequences)),
    ...(await actionsAt(db, projectId, 'id', ids)),
  ];
}

async function actionsAt(
  db: Db,
  projectId: string,
  column: 'sequence' | 'id',
  places: Place[],
): Promise<UserAction[]> {
  if (places.length === 0) return [];
  const rows = await db
    .selectFrom('auditEvents')
    .select((event) => ['userId', 'action', event.fn.max('occurredAt').as('occurredAt')])
    .where('projectId', '=', projectId)
    .where((event) => inList(db, event.ref(`auditEvents.${column}`) as Expression<Place>, places))
    .groupBy(['userId', 'action'])
    .execute();
  return rows.map((row) => ({ ...row, occurredAt: Number(row.occurredAt) }));
}
