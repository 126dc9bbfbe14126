import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type CountedEvent, type Counters, countedEvents } from '../core/counters.ts';
import type { HashStats } from '../core/hash-pool.ts';

/** The activity of an instance, as its metrics report it. */
export interface Activity {
  counters: Counters;
  hashStats(): HashStats;
  readBacklog(): Promise<Backlog>;
}

/** The work that waits in the database. */
export interface Backlog {
  waitingMessages: number;
  oldestMessageSeconds: number;
  /** The age of the oldest audit event that is not sealed. */
  auditLagSeconds: number;
  /** The age of the oldest sealed event that a stream has not sent. */
  streamLagSeconds: number;
  failingStreams: number;
  /** Changes of users that the search index does not have yet, counted up to a limit. */
  unindexedChanges: number;
}

/** While the database does not answer, the other metrics matter most. Less than the patience of `peers.ts`. */
const patienceMs = 1_000;

/**
 * Registers the metrics of sign-ins, sessions, deliveries, hashing and background work. Returns a function that
 * reads the backlog from the database, to be called before each scrape.
 */
export function registerActivity(registry: Registry, activity: Activity): () => Promise<void> {
  const registers = [registry];
  for (const [name, { help, labels }] of Object.entries(countedEvents)) {
    new Counter({
      name,
      help,
      labelNames: [...labels],
      registers,
      collect() {
        this.reset();
        for (const { labels, count } of activity.counters.list(name as CountedEvent)) this.inc(labels, count);
      },
    });
  }
  registerHashing(registry, activity);
  return registerBacklog(registry, activity);
}

function registerHashing(registry: Registry, { hashStats }: Activity): void {
  const registers = [registry];
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  new Gauge({
    name: 'latchkey_hash_jobs',
    help: 'Password hashes in progress, by state',
    labelNames: ['state'],
    registers,
    collect() {
      const { jobs, running } = hashStats();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, Math.max(0, jobs - running));
    },
  });
  counter('latchkey_hashes_total', 'Password hashes that were started', () => hashStats().started);
  counter('latchkey_hashes_refused_total', 'Password hashes refused with 429', () => hashStats().refused);
  counter(
    'latchkey_hash_wait_seconds_total',
    'Time that password hashes waited before they started',
    () => hashStats().waitedMs / 1000,
  );
}

/** Every worker reads the same rows, so their values are not added up. */
function registerBacklog(registry: Registry, { readBacklog }: Activity): () => Promise<void> {
  const gauge = (name: string, help: string, aggregator: 'max' | 'min') =>
    new Gauge({ name, help, aggregator, registers: [registry] });
  const gauges: Record<keyof Backlog, Gauge> = {
    waitingMessages: gauge('latchkey_outbox_messages', 'Messages and events waiting to be sent', 'max'),
    oldestMessageSeconds: gauge('latchkey_outbox_oldest_seconds', 'Age of the oldest waiting message', 'max'),
    auditLagSeconds: gauge('latchkey_audit_lag_seconds', 'Age of the oldest unsealed audit event', 'max'),
    streamLagSeconds: gauge(
      'latchkey_audit_stream_lag_seconds',
      'Age of the oldest sealed audit event that a stream has not sent',
      'max',
    ),
    failingStreams: gauge('latchkey_audit_streams_failing', 'Audit streams whose last attempt failed', 'max'),
    unindexedChanges: gauge(
      'latchkey_search_unindexed_changes',
      'Changes of users that the search index does not have yet',
      'max',
    ),
  };
  const isUp = gauge('latchkey_database_up', 'Whether the database responded within a second', 'min');
  return async () => {
    const late = new AbortController();
    const backlog = await Promise.race([
      readBacklog().catch(() => undefined),
      sleep(patienceMs, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
    isUp.set(backlog ? 1 : 0);
    for (const [name, gauge] of Object.entries(gauges)) {
      // No value is better than an old one.
      if (backlog) gauge.set(backlog[name as keyof Backlog]);
      else gauge.remove();
    }
  };
}
