import type { ServiceContext } from '../../../../core/context.ts';
import { perInstance } from '../../../../core/per-instance.ts';
import { type FoldResult, foldOnce } from './fold.ts';

/** The folds that run in this instance, by project. */
const running = perInstance(() => new Map<string, Promise<FoldResult>>());

/**
 * Folds the oldest changes of a project, or waits for the fold that this instance is at. Of two at the same time, one works in vain, and the
 * one that is overtaken between two transactions leaves users that have to be counted again.
 */
export function foldShared(service: ServiceContext, id: string): Promise<FoldResult> {
  const own = () => foldOnce({ db: service.db, project: { id } });
  // A fold outside the transaction may wait for its end.
  if (service.db.isTransaction) return own();
  const folds = running(service);
  const fold = folds.get(id) ?? own().finally(() => folds.delete(id));
  folds.set(id, fold);
  return fold;
}
