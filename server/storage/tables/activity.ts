import type { Moment } from './columns.ts';

export interface ActivityTables {
  activityCounts: ActivityCountsTable;
  activityTenantCounts: ActivityTenantCountsTable;
  activityProgress: ActivityProgressTable;
  activeUsers: ActiveUsersTable;
}

export type ActivitySpan = 'hour' | 'day';

/** The number of audit events per hour and per day. */
interface ActivityCountsTable {
  projectId: string;
  span: ActivitySpan;
  /** The start of the hour or day, in UTC. */
  startsAt: Moment;
  action: string;
  method: string;
  device: string;
  events: number;
}

/** The events by tenant. Empty: events without a tenant. */
interface ActivityTenantCountsTable extends ActivityCountsTable {
  tenantId: string;
}

interface ActivityProgressTable {
  projectId: string;
  /** The position in the audit chain: events up to it are counted, later ones are not. */
  sequence: number;
}

/** A user who signed in or refreshed a session on a day. */
interface ActiveUsersTable {
  projectId: string;
  /** The start of the day, in UTC. */
  startsAt: Moment;
  /** Also of a user who has been deleted since. */
  userId: string;
}
