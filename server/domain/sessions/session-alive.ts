import type { ProjectContext } from '../../core/context.ts';
import { toSession } from './session.ts';
import { findSession } from './store.ts';

/** Whether a session could still be refreshed. */
export async function isSessionAlive(ctx: ProjectContext, id: string): Promise<boolean> {
  const row = await findSession(ctx.db, ctx.project.id, id);
  return row !== undefined && row.expiresAt > ctx.now();
}

/** The user of a session that could still be refreshed. */
export async function findSessionUserId(ctx: ProjectContext, id: string): Promise<string | undefined> {
  const row = await findSession(ctx.db, ctx.project.id, id);
  return row && row.expiresAt > ctx.now() ? (row.userId ?? '') : undefined;
}

/** The factors that a live session of the user has seen. */
export async function factorsOf(
  ctx: ProjectContext,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<string[]> {
  const row = await findSession(ctx.db, ctx.project.id, sessionId);
  return row && row.userId === userId && row.expiresAt > ctx.now() ? toSession(row).amr : [];
}
