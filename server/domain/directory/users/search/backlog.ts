import type { ServiceContext } from '../../../../core/context.ts';
import { countUnfolded } from './store-log.ts';

/** Measures the changes that wait for a fold, for all instances together. */
export async function measureIndexing(service: ServiceContext) {
  return { unindexedChanges: await countUnfolded(service.db) };
}
