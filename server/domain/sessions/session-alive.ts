import type { ProjectContext } from '../../core/context.ts';
import { findSession } from './store.ts';

/** Whether a session could still be refreshed. */
export async function isSessionAlive(ctx: ProjectContext, id: string): Promise<boolean> {
  const row = await findSession(ctx.db, ctx.project.id, id);
  return row !== undefined && row.expiresAt > ctx.now();
}
