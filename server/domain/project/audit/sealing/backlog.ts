import { ageInSeconds } from '../../../../core/clock.ts';
import type { ServiceContext } from '../../../../core/context.ts';
import { findOldestUnsealed } from './store-chain.ts';

/** Measures the events that wait for their seal, for all instances together. */
export async function measureSealing(service: ServiceContext) {
  return { auditLagSeconds: ageInSeconds(service, await findOldestUnsealed(service.db)) };
}
