import type { ProjectData } from '../../../core/context.ts';
import { findNextAttemptAt } from './store.ts';

/** Returns when the user may try the next code. In the past, or 0 without an authenticator: now. */
export async function nextTotpAttemptAt(ctx: ProjectData, userId: string): Promise<number> {
  return (await findNextAttemptAt(ctx.db, ctx.project.id, userId)) ?? 0;
}
