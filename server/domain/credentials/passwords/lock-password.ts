import type { TimedProjectData } from '../../../core/context.ts';
import { markLocked } from './store.ts';

/** Locks a user's password until another one is set, which a reset link or an administrator can do. Part of a transaction. */
export async function lockPassword(ctx: TimedProjectData, userId: string): Promise<void> {
  await markLocked(ctx.db, ctx.project.id, userId, ctx.now());
}
