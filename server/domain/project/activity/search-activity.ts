import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { type Dimension, dayMs, hourMs, startOfDay, startOfHour, type TimeUnit } from './activity.ts';
import { type Activity, sumActivity } from './store-search.ts';

/** Of an empty list: no such filter. All that are given have to fit. */
export interface ActivitySearch {
  actions?: string[] | undefined;
  excludedActions?: string[] | undefined;
  methods?: string[] | undefined;
  devices?: string[] | undefined;
  tenantIds?: string[] | undefined;
  /** Countries are not recorded: nothing fits. */
  geos?: string[] | undefined;
  /** Milliseconds since 1970; not after zero: unset. */
  from?: number | undefined;
  to?: number | undefined;
  /** Each combination of them is a row. */
  dimensions: Dimension[];
  unit?: TimeUnit | undefined;
}

/** What is looked at when nobody says from when. */
export const defaultLookBackDays = 30;
/** What is looked at, at most. */
export const maxLookBackDays = 366;
/** What would be more is refused. */
export const maxRows = 10_000;

/**
 * How many audit events there were, as numbers and without reading them: of whole hours and days there are counts,
 * of which a month has a few thousand, and a year, by day, some ten thousand. What was recorded since they were
 * brought up to date a minute ago is read by an index. Only a search among all tenants reads more: a row for each
 * tenant, day and kind of event.
 */
export async function searchActivity(ctx: ProjectContext, search: ActivitySearch): Promise<Activity[]> {
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
    `The answer would have more than ${maxRows} rows: ask for a shorter time, longer units, or less to group by`,
  );
}

/** In whole hours: from the beginning of the first to the end of the last one. */
function readRange(now: number, { from = 0, to = 0 }: ActivitySearch): { from: number; to: number } {
  const earliest = startOfDay(now - maxLookBackDays * dayMs);
  // Other instances' clocks may be a little ahead.
  const latest = startOfHour(now) + 2 * hourMs;
  return {
    from: Math.max(startOfHour(from > 0 ? from : now - defaultLookBackDays * dayMs), earliest),
    to: to > 0 ? Math.min(startOfHour(to) + hourMs, latest) : latest,
  };
}
