import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { endSessionsById } from '../../sessions/sessions/end-session.ts';
import { findLiveSession } from '../../sessions/sessions/live-session.ts';
import type { Session } from '../../sessions/sessions/session.ts';
import { notifyApplications } from './back-channel-logout/notify-applications.ts';
import type { Grant } from './grant.ts';
import type { IdTokenHint } from './id-token-hint.ts';
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

/**
 * Reports whether an ID token came from this sign-in of the browser: its session was opened with it. If that session has ended
 * since, the time of the sign-in tells.
 */
export async function isOfSignIn(
  ctx: ProjectData,
  hint: Pick<IdTokenHint, 'sessionId' | 'signedInAt'>,
  browser: Pick<Session, 'id' | 'createdAt'>,
): Promise<boolean> {
  const row = await findApplicationSession(ctx.db, ctx.project.id, hint.sessionId);
  if (row) return row.browserSessionId === browser.id;
  return hint.signedInAt === Math.floor(browser.createdAt / 1000);
}

/**
 * Ends the session of an application whose ID token comes from a browser without a session. The sign-in in another browser, and its
 * other applications, go on: an ID token proves no more than that the application once had it.
 */
export async function endApplicationSession(
  ctx: ProjectContext,
  { sessionId, clientId }: Pick<IdTokenHint, 'sessionId' | 'clientId'>,
): Promise<void> {
  const row = await findApplicationSession(ctx.db, ctx.project.id, sessionId);
  if (row?.endsWithBrowser !== 1 || (JSON.parse(row.grant) as Grant).clientId !== clientId) return;
  const session = await findLiveSession(ctx, sessionId);
  if (!session?.userId) return;
  const actor = { type: 'user', id: session.userId } as const;
  await transaction(ctx, (ctx) => endSessionsById({ ...ctx, actor }, [sessionId], session.userId));
}
