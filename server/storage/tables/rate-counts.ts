import type { Moment } from './columns.ts';

export interface RateCountsTables {
  rateCounts: RateCountsTable;
}

interface RateCountsTable {
  projectId: string;
  /** The limit, and the address, session or user that it counts. */
  subject: string;
  /** The time at which all counted requests are paid back (ITU-T I.371). */
  paidBackAt: Moment;
}
