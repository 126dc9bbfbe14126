import { ageInSeconds } from '../core/clock.ts';
import type { ServiceContext } from '../core/context.ts';
import { measureOutbox } from './store.ts';

/** Measures the messages that wait, for all instances together. */
export async function measureMessages(service: ServiceContext) {
  const { count, oldest } = await measureOutbox(service.db);
  return { waitingMessages: count, oldestMessageSeconds: ageInSeconds(service, oldest) };
}
