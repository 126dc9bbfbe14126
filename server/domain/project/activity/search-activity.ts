import type { TimedProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { type Dimension, dayMs, hourMs, startOfDay, startOfHour, type TimeUnit } from './activity.ts';
import { type Activity, sumActivity } from './store-search.ts';

/** Search criteria for counts, all of which must match. An empty list is ignored. */
export interface ActivitySearch {
  actions?: string[] | undefined;
  excludedActions?: string[] | undefined;
  methods?: string[] | undefined;
  devices?: string[] | undefined;
  tenantIds?: string[] | undefined;
  /** Countries are not recorded, so this matches nothing. */
  geos?: string[] | undefined;
  /** Milliseconds since 1970; zero or below means not set. */
  from?: number | undefined;
  to?: number | undefined;
  /** Each combination of their values is a row. */
  dimensions: Dimension[];
  unit?: TimeUnit | undefined;
}

/** The default length of the period. */
export const defaultLookBackDays = 30;
/** The maximum length of the period. */
export const maxLookBackDays = 366;
/** A larger result is refused. */
export const maxRows = 10_000;

/**
 * Counts audit events without reading them: there are counts for whole hours and days, a few thousand for a month,
 * and some ten thousand for a year by day. Events recorded since the last run of the counting job, a minute ago,
 * are read by an index. Only a search in all tenants reads more: a row for each tenant, day and kind of event.
 */
export async function searchActivity(ctx: TimedProjectData, search: ActivitySearch): Promise<Activity[]> {
  const { dimensions, unit, geos = [] } = search;
  const range = readRange(ctx.now(), search);
  if (geos.length > 0 || range.from >= range.to) return [];
  const filter = {
    ...range,
    actions: search.actions ?? [],
    excludedActions: search.excludedActions ?? [],
    methods: search.methods ?? [],
    devices: search.devices ?? [],
    tenantIds: search.tenantIds ?? [],
  };
  const grouping = { dimensions, unit };
  const rows = await sumActivity(ctx.db, ctx.project.id, filter, { grouping, limit: maxRows + 1 });
  if (rows.length <= maxRows) return rows;
  throw new ServiceError(
    'E011004',
    `The response would have more than ${maxRows} rows. Choose a shorter period, longer units, or ` +
      'fewer dimensions',
  );
}

/** Returns the period in whole hours: from the start of the first to the end of the last hour. */
function readRange(now: number, { from = 0, to = 0 }: ActivitySearch): { from: number; to: number } {
  const earliest = startOfDay(now - maxLookBackDays * dayMs);
  // Clocks of other instances may be slightly ahead.
  const latest = startOfHour(now) + 2 * hourMs;
  return {
    from: Math.max(startOfHour(from > 0 ? from : now - defaultLookBackDays * dayMs), earliest),
    to: to > 0 ? Math.min(startOfHour(to) + hourMs, latest) : latest,
  };
}
