/** The events that the process counts for `/metrics`, by metric. The values of labels come from code, never from callers. */
export const countedEvents = {
  latchkey_sign_ins_total: {
    help: 'Sign-ins by method and outcome: succeeded, failed, or locked after too many attempts',
    labels: ['method', 'outcome'],
  },
  latchkey_sessions_total: { help: 'Sessions that were started, refreshed or ended', labels: ['event'] },
  latchkey_deliveries_total: {
    help: 'Attempts to deliver a message or an event, by channel and outcome: sent, retried or dead',
    labels: ['channel', 'outcome'],
  },
  latchkey_breached_password_checks_total: {
    help:
      'New passwords that were checked against breached passwords, by outcome: accepted, refused, or failed and ' +
      'accepted',
    labels: ['outcome'],
  },
  latchkey_background_errors_total: {
    help: 'Failed rounds of background work: sweeping, statistics, sealing or streaming the audit log, reading the outbox',
    labels: ['task'],
  },
} as const;

export type CountedEvent = keyof typeof countedEvents;

export interface Counters {
  count(event: CountedEvent, labels: Record<string, string>, times?: number): void;
  /** Returns the counts since the start of the process, one for each combination of labels that has occurred. */
  list(event: CountedEvent): { labels: Record<string, string>; count: number }[];
}

/** Counts are lost with the process, as Prometheus expects. A rolled-back transaction has been counted, too. */
export function createCounters(): Counters {
  const counts = new Map<CountedEvent, Map<string, { labels: Record<string, string>; count: number }>>();
  return {
    count(event, labels, times = 1) {
      const series = counts.get(event) ?? new Map();
      counts.set(event, series);
      const key = Object.values(labels).join('\n');
      const entry = series.get(key) ?? { labels, count: 0 };
      entry.count += times;
      series.set(key, entry);
    },
    list: (event) => [...(counts.get(event)?.values() ?? [])],
  };
}
