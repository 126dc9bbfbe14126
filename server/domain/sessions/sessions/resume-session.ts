import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { callerSession, hashTokenId, toSession } from './session.ts';
import type { StartedSession } from './start-session.ts';
import { findSession } from './store.ts';

/** What takes a session that has begun from one request to the next. */
export interface SessionHandle {
  sessionId: string;
  tokenId: string;
}

/** A session whose first refresh token nobody has been given yet. E064001 when it has ended. */
export async function resumeSession(
  ctx: ProjectContext,
  { sessionId, tokenId }: SessionHandle,
): Promise<StartedSession> {
  const row = await findSession(ctx.db, ctx.project.id, sessionId);
  if (!row?.userId || row.expiresAt <= ctx.now() || row.tokenHash !== hashTokenId(tokenId)) {
    throw new ServiceError('E064001', 'The session has ended');
  }
  if (row.userStatus === 'disabled') throw new ServiceError('E062109');
  return { session: toSession(row), user: await loadUserById(ctx, row.userId), tokenId };
}

/** What the user of a session may do, who is still on a page of ours. */
export function asSignedIn(ctx: ProjectContext, { session, tokenId }: StartedSession): UserContext {
  return {
    ...ctx,
    actor: { type: 'user', id: session.userId },
    session: callerSession(session, tokenId),
  };
}
