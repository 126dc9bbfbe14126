import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { inList } from '../../../storage/json.ts';
import { slowReads } from '../../../storage/slow-reads.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import { chunkSize } from './blocks/chunk.ts';
import type { Criterion, EventFilter } from './event-filter.ts';
import { holds, readCondition } from './store-conditions.ts';

type Events = ExpressionBuilder<Tables, 'auditEvents'>;

/** Positions of the chain after the first number, up to the second. */
export interface Range {
  after: number;
  upTo: number;
}

/** Returns the IDs of matching events that are not sealed, and the last position of the chain. */
export async function listUnsealedPlaces(
  db: Db,
  projectId: string,
  filter: EventFilter,
  criteria: Criterion[],
) {
  const last = db
    .selectFrom('auditEvents')
    .select(['id', 'occurredAt', 'sequence'])
    .where('projectId', '=', projectId)
    .where('sequence', '>', 0)
    .orderBy('sequence', 'desc')
    .limit(1);
  const rows = await unsealedQuery(db, projectId, filter, criteria)
    .unionAll(db.selectFrom(last.as('last')).select(['last.id', 'last.occurredAt', 'last.sequence']))
    .execute();
  const unsealed = rows.filter(({ sequence }) => sequence === null);
  const sign = filter.oldestFirst ? 1 : -1;
  unsealed.sort((a, b) => sign * (a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1)));
  return {
    unsealed: unsealed.map(({ id }) => id),
    last: rows.find(({ sequence }) => sequence !== null)?.sequence ?? 0,
  };
}

export function unsealedQuery(db: Db, projectId: string, { from, to }: EventFilter, criteria: Criterion[]) {
  return db
    .selectFrom('auditEvents')
    .select(['id', 'occurredAt', 'sequence'])
    .where('projectId', '=', projectId)
    .where('sequence', 'is', null)
    .where('occurredAt', '>=', from)
    .where('occurredAt', '<=', to)
    .where((event) => meets(db, event, criteria));
}

/** Returns the positions of matching events in a range of the chain, in the order of the filter. */
export async function listSealedPlaces(
  db: Db,
  projectId: string,
  range: Range,
  filter: EventFilter,
  criteria: Criterion[],
): Promise<number[]> {
  const rows = await sealedQuery(db, projectId, range, filter, criteria).execute();
  return rows.map(({ sequence }) => sequence!);
}

export function sealedQuery(
  db: Db,
  projectId: string,
  range: Range,
  { from, to, oldestFirst }: EventFilter,
  criteria: Criterion[],
) {
  return inRange(db, projectId, range)
    .where((event) => within(event, from, to))
    .where((event) => meets(db, event, criteria))
    .orderBy('sequence', oldestFirst ? 'asc' : 'desc');
}

/** Returns the positions of the events of a chunk that happened within the period. */
export async function listInPeriod(
  db: Db,
  projectId: string,
  { start, from, to }: { start: number; from: number; to: number },
): Promise<number[]> {
  const rows = await inRange(db, projectId, { after: start, upTo: start + chunkSize })
    .where((event) => within(event, from, to))
    .execute();
  return rows.map(({ sequence }) => sequence!);
}

function inRange(db: Db, projectId: string, { after, upTo }: Range) {
  return db
    .selectFrom('auditEvents')
    .select('sequence')
    .where('projectId', '=', projectId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo);
}

/** An expression, because no index has the time of sealed events. */
function within(event: Events, from: number, to: number): Expression<SqlBool> {
  const occurredAt = event.ref('auditEvents.occurredAt');
  return sql<SqlBool>`${occurredAt} between ${from} and ${to}`;
}

/** Keeps the events that meet the criteria without an index. Reads each of them. */
export async function keepRead<P extends number | string>(
  db: Db,
  projectId: string,
  filter: EventFilter,
  places: P[],
): Promise<P[]> {
  if (places.length === 0) return [];
  const rows = await readQuery(db, projectId, filter, places).execute();
  const kept = new Set(rows.map(({ place }) => place));
  return places.filter((place) => kept.has(place));
}

export function readQuery(db: Db, projectId: string, filter: EventFilter, places: (number | string)[]) {
  const column =
    typeof places[0] === 'number' ? ('auditEvents.sequence' as const) : ('auditEvents.id' as const);
  return slowReads(db)
    .selectFrom('auditEvents')
    .select((event) => sql<number | string>`${event.ref(column)}`.as('place'))
    .where('auditEvents.projectId', '=', projectId)
    .where((event) => inList(db, event.ref(column) as Expression<number | string>, places))
    .where((event) => readCondition(db, projectId, event, filter));
}

function meets(db: Db, event: Events, criteria: Criterion[]): Expression<SqlBool> {
  return event.and(
    criteria.map(({ field, values, isExcluded }) => {
      if (field === 'loginIdHash') return event.or(values.map((value) => holds(db, event, `"${value}"`)));
      const isAmong = inList(db, event.ref(`auditEvents.${field}`) as Expression<string>, values);
      return isExcluded ? event.not(isAmong) : isAmong;
    }),
  );
}
