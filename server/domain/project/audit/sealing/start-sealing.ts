import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '../../../../core/context.ts';
import { batchSize, sealBatch } from './seal-events.ts';
import { findUnsealedProject } from './store-chain.ts';
import { releaseLease, takeLease } from './store-lease.ts';

type Service = Pick<ServiceContext, 'db' | 'now' | 'sealer' | 'log' | 'counters'>;

const intervalMs = 2_000;
/** The maximum delay of events when the sealing instance was killed. */
export const leaseMs = 10_000;

const name = 'audit-sealing';

/**
 * Seals new audit events every two seconds. Instances share a lease, so that only one of them works; the chain is
 * kept from forking not by the lease but by the statement that moves its head.
 */
export function startSealing(service: Service): { stop(): Promise<void> } {
  const instance = { service, holder: randomUUID(), isStopping: false };
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A round that takes longer than the interval delays the next one instead of building a queue.
    running ??= sealRound(instance)
      .catch((error) => {
        service.counters.count('latchkey_background_errors_total', { task: 'sealing' });
        service.log.warn({ err: error }, 'sealing the audit log failed');
      })
      .finally(() => {
        running = undefined;
      });
  }, intervalMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      instance.isStopping = true;
      await running;
      await releaseLease(service.db, { name, holder: instance.holder }).catch((error) =>
        service.log.warn({ err: error }, 'the lease of sealing was not released and will expire'),
      );
    },
  };
}

interface SealingInstance {
  service: Service;
  holder: string;
  isStopping: boolean;
}

/** Seals a batch of each project in turn until nothing is left, so that a busy project does not block the others. */
export async function sealRound(instance: SealingInstance): Promise<void> {
  const { service } = instance;
  for (let isMoreLeft = true; isMoreLeft; ) {
    isMoreLeft = false;
    let projectId = await findUnsealedProject(service.db, '');
    while (projectId !== undefined) {
      if (instance.isStopping || !(await holdLease(instance))) return;
      const sealed = await sealOrReport(service, projectId);
      if (sealed === 'lost') return;
      if (sealed === batchSize) isMoreLeft = true;
      projectId = await findUnsealedProject(service.db, projectId);
    }
  }
}

function holdLease({ service, holder }: SealingInstance): Promise<boolean> {
  const now = service.now();
  return takeLease(service.db, { name, holder, expiresAt: now + leaseMs }, now);
}

/** Reports a chain that cannot continue, so that it does not block the other projects. */
async function sealOrReport(service: Service, projectId: string): Promise<number | 'lost'> {
  try {
    return await sealBatch(service, projectId);
  } catch (error) {
    service.counters.count('latchkey_background_errors_total', { task: 'sealing' });
    service.log.error({ err: error, projectId }, 'the audit log of a project could not be sealed');
    return 0;
  }
}
