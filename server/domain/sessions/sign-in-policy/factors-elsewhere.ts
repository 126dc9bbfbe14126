import type { TimedProjectData } from '../../../core/context.ts';
import { insertFactorsElsewhere } from './store.ts';

/**
 * Notes that new users had to prove a second factor in the product from which they are imported, so that a policy for users with a
 * second factor applies to them from the beginning. Part of the transaction that creates them.
 */
export async function noteFactorsElsewhere(ctx: TimedProjectData, userIds: string[]): Promise<void> {
  const row = { projectId: ctx.project.id, askedAt: ctx.now(), hadElsewhere: 1 as const };
  await insertFactorsElsewhere(
    ctx.db,
    userIds.map((userId) => ({ ...row, userId })),
  );
}
