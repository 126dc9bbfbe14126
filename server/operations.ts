import type { ServiceContext } from './core/context.ts';
import { measureOutbox } from './delivery/store.ts';
import { findOldestUnsealed } from './domain/project/audit/sealing/store-chain.ts';
import { measureStreams } from './domain/project/audit-streams/store.ts';
import type { Backlog } from './http/activity-metrics.ts';
import type { Operations } from './http/operations.ts';
import type { Instance } from './instance.ts';

/** Returns what the operator's routes report about an instance. */
export function operationsOf(service: Instance): Operations {
  return {
    checkReady: service.checkReady,
    databaseStats: () => ({ ...service.database.stats() }),
    hashStats: service.hashing.stats,
    counters: service.counters,
    readBacklog: () => readBacklog(service),
  };
}

/** Measures the work that waits in the database, for all instances together. The queries read only what waits. */
async function readBacklog({ db, now }: ServiceContext): Promise<Backlog> {
  const secondsSince = (time: number | null) => (time === null ? 0 : Math.max(0, now() - time) / 1000);
  const [outbox, oldestUnsealed, streams] = await Promise.all([
    measureOutbox(db),
    findOldestUnsealed(db),
    measureStreams(db),
  ]);
  return {
    waitingMessages: outbox.count,
    oldestMessageSeconds: secondsSince(outbox.oldest),
    auditLagSeconds: secondsSince(oldestUnsealed),
    streamLagSeconds: secondsSince(streams.oldest),
    failingStreams: streams.failing,
  };
}
