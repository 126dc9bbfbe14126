import type { ServiceContext } from './core/context.ts';
import { measureMessages } from './delivery/backlog.ts';
import { measureIndexing } from './domain/directory/users/search/backlog.ts';
import { measureSealing } from './domain/project/audit/sealing/backlog.ts';
import { measureStreaming } from './domain/project/audit-streams/backlog.ts';
import type { Backlog } from './http/activity-metrics.ts';
import type { Operations } from './http/operations.ts';
import type { Instance } from './instance.ts';

/** Returns what the operator's routes report about an instance. */
export function operationsOf(service: Instance): Operations {
  return {
    checkReady: service.checkReady,
    holdsMessages: service.holdsMessages,
    databaseStats: () => ({ ...service.database.stats() }),
    hashStats: service.hashing.stats,
    counters: service.counters,
    readBacklog: () => readBacklog(service),
  };
}

/** Measures the work that waits in the database, for all instances together. The queries read only what waits. */
async function readBacklog(service: ServiceContext): Promise<Backlog> {
  const [messages, sealing, streaming, indexing] = await Promise.all([
    measureMessages(service),
    measureSealing(service),
    measureStreaming(service),
    measureIndexing(service),
  ]);
  return { ...messages, ...sealing, ...streaming, ...indexing };
}
