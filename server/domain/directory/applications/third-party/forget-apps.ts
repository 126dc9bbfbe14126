import type { ServiceContext } from '../../../../core/context.ts';
import { deleteUnusedDynamicApps } from './store-unused.ts';

const unusedMs = 30 * 24 * 60 * 60_000;

/** Deletes applications that registered themselves, and that no user has allowed anything for 30 days. */
export function forgetUnusedApps(ctx: ServiceContext): Promise<void> {
  return deleteUnusedDynamicApps(ctx.db, ctx.now() - unusedMs);
}
