import type { Moment } from './columns.ts';

export interface ActivityTables {
  activityCounts: ActivityCountsTable;
  activityTenantCounts: ActivityTenantCountsTable;
  activityProgress: ActivityProgressTable;
}

export type ActivitySpan = 'hour' | 'day';

/** How many audit events there were in an hour, and once more in a day. */
interface ActivityCountsTable {
  projectId: string;
  span: ActivitySpan;
  /** Of the hour or day, in UTC. */
  startsAt: Moment;
  action: string;
  method: string;
  device: string;
  events: number;
}

/** The same events by tenant; an empty one stands for those of no tenant. */
interface ActivityTenantCountsTable extends ActivityCountsTable {
  tenantId: string;
}

interface ActivityProgressTable {
  projectId: string;
  /** Of the audit chain: the events up to this one are in the counts, and no others. */
  sequence: number;
}
