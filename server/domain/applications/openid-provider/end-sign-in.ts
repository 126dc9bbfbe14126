import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { endSessionsById } from '../../sessions/sessions/end-session.ts';
import { findLiveSession } from '../../sessions/sessions/live-session.ts';
import { notifyApplications } from './back-channel-logout/notify-applications.ts';
import { findApplicationSession, listSessionsOfBrowser } from './store.ts';

/**
 * Ends the session of a browser, and the sessions of applications that the user opened with it, except those that may go on
 * without the user (`offline_access`).
 */
export async function endSignIn(
  ctx: ProjectContext,
  { browserSessionId, userId }: { browserSessionId: string; userId: string },
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const opened = await listSessionsOfBrowser(ctx.db, ctx.project.id, browserSessionId);
    const ending = opened.filter((row) => row.endsWithBrowser === 1).map((row) => row.sessionId);
    // Applications that go on without the user are told that the user has left.
    const staying = opened.filter((row) => row.endsWithBrowser === 0).map((row) => row.sessionId);
    if (staying.length > 0) await notifyApplications(ctx, { ids: staying, userId });
    const actor = { type: 'user', id: userId } as const;
    await endSessionsById({ ...ctx, actor }, [browserSessionId, ...ending], userId);
  });
}

/** Returns the session of the browser in which a session of an application was opened, and its user. */
export async function browserSessionOf(
  ctx: ProjectContext,
  sessionId: string,
): Promise<{ browserSessionId: string; userId: string } | undefined> {
  const row = await findApplicationSession(ctx.db, ctx.project.id, sessionId);
  if (!row) return undefined;
  const { browserSessionId } = row;
  const session = (await findLiveSession(ctx, sessionId)) ?? (await findLiveSession(ctx, browserSessionId));
  return session?.userId ? { browserSessionId, userId: session.userId } : undefined;
}
