import type { ProjectContext } from '../../../../core/context.ts';
import { afterCommit } from '../../../../storage/transaction.ts';
import { listNotifiedAppIds } from './store-clients.ts';

/** The delay until another instance notices a changed URL. */
const cacheSeconds = 5;

/** Returns the IDs of the applications that are notified when a user's session ends. Usually costs one lookup in memory. */
export function notifiedAppIds(ctx: Pick<ProjectContext, 'cache' | 'db' | 'project'>): Promise<string[]> {
  const load = () => listNotifiedAppIds(ctx.db, ctx.project.id);
  // The shared load may belong to a failing transaction, which does not concern this one.
  return ctx.cache.get(keyOf(ctx.project.id), cacheSeconds, load).catch(load);
}

/** Lets this instance follow a change at once. Call it in the transaction of the change. */
export function forgetNotifiedApps(ctx: Pick<ProjectContext, 'cache' | 'project'>): void {
  afterCommit(() => ctx.cache.forget(keyOf(ctx.project.id)));
}

function keyOf(projectId: string): string {
  return `notified-apps:${projectId}`;
}
