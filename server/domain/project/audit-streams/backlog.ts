import { ageInSeconds } from '../../../core/clock.ts';
import type { ServiceContext } from '../../../core/context.ts';
import { measureStreams } from './store.ts';

/** Measures the events that wait for their receivers, for all instances together. */
export async function measureStreaming(service: ServiceContext) {
  const { failing, oldest } = await measureStreams(service.db);
  return { streamLagSeconds: ageInSeconds(service, oldest), failingStreams: failing };
}
