export const hourMs = 60 * 60_000;
export const dayMs = 24 * hourMs;

/** Units of time for grouping; UTC, weeks start on Monday. */
export const timeUnits = ['h', 'd', 'w', 'm', 'q'] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** The properties of an event by which counts can be grouped. */
export const dimensions = ['action', 'method', 'device', 'tenantId'] as const;
export type Dimension = (typeof dimensions)[number];

/** The time that counts are kept: a year, and some more to round its beginning. */
export const retentionMs = 400 * dayMs;

/** The time that the active users of a day are kept: 90 days, the 90 before them for comparison, and some more. */
export const activeRetentionMs = 190 * dayMs;

export function startOfHour(time: number): number {
  return Math.floor(time / hourMs) * hourMs;
}

export function startOfDay(time: number): number {
  return Math.floor(time / dayMs) * dayMs;
}

/** Returns the starts of the months or quarters that overlap the time from `from` to before `to`. */
export function startsOf(unit: 'm' | 'q', { from, to }: { from: number; to: number }): number[] {
  const months = unit === 'q' ? 3 : 1;
  const first = new Date(from);
  const year = first.getUTCFullYear();
  const starts: number[] = [];
  for (let month = first.getUTCMonth() - (first.getUTCMonth() % months); ; month += months) {
    const start = Date.UTC(year, month);
    if (start >= to) return starts;
    starts.push(start);
  }
}
