import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { inList } from '../../../storage/json.ts';
import { slowReads } from '../../../storage/slow-reads.ts';
import type { ActivitySpan } from '../../../storage/tables/activity.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import { type Dimension, dayMs, hourMs, startsOf, type TimeUnit } from './activity.ts';

export interface ActivityFilter {
  /** Whole hours; `to` is exclusive. */
  from: number;
  to: number;
  actions: string[];
  excludedActions: string[];
  methods: string[];
  devices: string[];
  tenantIds: string[];
}

export interface Grouping {
  dimensions: Dimension[];
  unit?: TimeUnit | undefined;
}

export interface Activity extends Record<Dimension, string> {
  /** 0: not grouped by time. */
  startsAt: number;
  events: number;
}

/** The number of newest events that are read beyond the counts. */
const tailSize = 100_000;

const ungrouped = { action: '', method: '', device: '', tenantId: '' };

/** Returns the latest time first, and within a time the highest count first. */
export async function sumActivity(
  db: Db,
  projectId: string,
  filter: ActivityFilter,
  page: { grouping: Grouping; limit: number },
): Promise<Activity[]> {
  const rows = await activityQuery(slowReads(db), projectId, filter, page).execute();
  return rows.map(({ bucket, events, ...values }) => ({
    ...ungrouped,
    ...values,
    startsAt: Number(bucket),
    events: Number(events ?? 0),
  }));
}

/** Uses one statement, so that an event that is being counted is found once: either in the counts or in the tail. */
export function activityQuery(
  db: Db,
  projectId: string,
  filter: ActivityFilter,
  { grouping: { dimensions, unit }, limit }: { grouping: Grouping; limit: number },
) {
  const isByTenant = dimensions.includes('tenantId') || filter.tenantIds.length > 0;
  const counts = isByTenant ? tenantCounts : totalCounts;
  const activity = spansOf(filter, unit)
    .map((span) => counts(db, projectId, { ...filter, ...span }))
    .reduce((all, next) => all.unionAll(next), sealedTail(db, projectId, filter))
    .unionAll(unsealedTail(db, projectId, filter));
  return db
    .selectFrom(activity.as('activity'))
    .select((row) => [
      bucketOf(row.ref('activity.startsAt'), unit, filter).as('bucket'),
      sql<number | null>`sum(${row.ref('activity.events')})`.as('events'),
      ...dimensions.map((dimension) => row.ref(`activity.${dimension}`).as(dimension)),
    ])
    .$if(unit !== undefined || dimensions.length > 0, (query) =>
      query.groupBy(['bucket', ...dimensions] as never),
    )
    .orderBy('bucket', 'desc')
    .orderBy('events', 'desc')
    .$call((query) => dimensions.reduce((ordered, dimension) => ordered.orderBy(dimension), query))
    .limit(limit);
}

interface Span {
  span: ActivitySpan;
  from: number;
  to: number;
}

/**
 * Splits the period into whole days, unless the unit is hours, and the remaining hours at both ends. Days have a
 * 24th of the rows.
 */
function spansOf({ from, to }: ActivityFilter, unit: TimeUnit | undefined): Span[] {
  const firstDay = Math.ceil(from / dayMs) * dayMs;
  const lastDay = Math.floor(to / dayMs) * dayMs;
  if (unit === 'h' || firstDay >= lastDay) return [{ span: 'hour', from, to }];
  const spans: Span[] = [
    { span: 'hour', from, to: firstDay },
    { span: 'day', from: firstDay, to: lastDay },
    { span: 'hour', from: lastDay, to },
  ];
  return spans.filter((span) => span.from < span.to);
}

const selected = ['startsAt', 'action', 'method', 'device', 'tenantId', 'events'] as const;

function totalCounts(db: Db, projectId: string, filter: ActivityFilter & Span) {
  return db
    .selectFrom('activityCounts')
    .select(['startsAt', 'action', 'method', 'device', sql<string>`''`.as('tenantId'), 'events'])
    .where('projectId', '=', projectId)
    .where('span', '=', filter.span)
    .where('startsAt', '>=', filter.from)
    .where('startsAt', '<', filter.to)
    .where((row) => fits(db, row as never, { ...filter, tenantIds: [] }));
}

function tenantCounts(db: Db, projectId: string, filter: ActivityFilter & Span) {
  return db
    .selectFrom('activityTenantCounts')
    .select(selected)
    .where('projectId', '=', projectId)
    .where('span', '=', filter.span)
    .where('startsAt', '>=', filter.from)
    .where('startsAt', '<', filter.to)
    .where((row) => fits(db, row as never, filter));
}

/** Selects events with a position in the chain after the counted ones. */
function sealedTail(db: Db, projectId: string, filter: ActivityFilter) {
  const counted = db
    .selectFrom('activityProgress')
    .select('activityProgress.sequence')
    .where('activityProgress.projectId', '=', projectId);
  const tail = db
    .selectFrom('auditEvents')
    .select((event) => eventColumns(event))
    .where('projectId', '=', projectId)
    .where('sequence', '>', sql<number>`coalesce(${counted}, 0)`)
    .orderBy('sequence', 'desc')
    .limit(tailSize)
    .as('tail');
  return db
    .selectFrom(tail)
    .select(selected)
    .where('startsAt', '>=', filter.from)
    .where('startsAt', '<', filter.to)
    .where((row) => fits(db, row as never, filter));
}

/** Selects events of the last seconds, which have no position in the chain yet. */
function unsealedTail(db: Db, projectId: string, filter: ActivityFilter) {
  const tail = db
    .selectFrom('auditEvents')
    .select((event) => eventColumns(event))
    .where('projectId', '=', projectId)
    .where('sequence', 'is', null)
    .where('occurredAt', '>=', filter.from)
    .where('occurredAt', '<', filter.to)
    .orderBy('occurredAt', 'desc')
    .limit(tailSize)
    .as('tail');
  return db
    .selectFrom(tail)
    .select(selected)
    .where((row) => fits(db, row as never, filter));
}

function eventColumns(event: ExpressionBuilder<Tables, 'auditEvents'>) {
  return [
    flooredTo(hourMs, event.ref('occurredAt')).as('startsAt'),
    ...(['action', 'method', 'device', 'tenantId'] as const),
    sql<number>`1`.as('events'),
  ] as const;
}

type Fields = Record<Dimension, string>;

function fits(db: Db, row: ExpressionBuilder<{ row: Fields }, 'row'>, filter: ActivityFilter) {
  const { actions, excludedActions, methods, devices, tenantIds } = filter;
  const among = (column: Dimension, values: string[]): Expression<SqlBool>[] =>
    values.length > 0 ? [inList(db, row.ref(column), values)] : [];
  return row.and([
    ...among('action', actions),
    ...among('action', excludedActions).map((excluded) => row.not(excluded)),
    ...among('method', methods),
    ...among('device', devices),
    ...among('tenantId', tenantIds),
  ]);
}

function bucketOf(
  startsAt: Expression<number>,
  unit: TimeUnit | undefined,
  range: { from: number; to: number },
): RawBuilder<number> {
  switch (unit) {
    case undefined:
      return sql<number>`0`;
    case 'h':
      return sql<number>`${startsAt}`;
    case 'd':
      return flooredTo(dayMs, startsAt);
    case 'w':
      // 1970 began on a Thursday.
      return sql<number>`${startsAt} - (${startsAt} + ${sql.lit(3 * dayMs)}) % ${sql.lit(7 * dayMs)}`;
    default:
      return latestOf(startsOf(unit, range), startsAt);
  }
}

function flooredTo(milliseconds: number, time: Expression<number>): RawBuilder<number> {
  return sql<number>`${time} - ${time} % ${sql.lit(milliseconds)}`;
}

/**
 * Uses literals instead of parameters, because PostgreSQL must see that it selects the same expression that it
 * groups by.
 */
function latestOf(starts: number[], time: Expression<number>): RawBuilder<number> {
  const cases = starts
    .toReversed()
    .map((start) => sql`when ${time} >= ${sql.lit(start)} then cast(${sql.lit(start)} as bigint)`);
  return sql<number>`case ${sql.join(cases, sql` `)} end`;
}
