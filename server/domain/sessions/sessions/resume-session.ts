import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { callerSession, hashTokenId, toSession } from './session.ts';
import type { StartedSession } from './start-session.ts';
import { findSession } from './store.ts';

/** Identifies a started session between requests. */
export interface SessionHandle {
  sessionId: string;
  tokenId: string;
}

/**
 * Returns a session whose first refresh token has not been handed out yet, or one that awaits its second factor. Throws
 * E064001 if it has ended.
 */
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

/** Returns the context of a signed-in user who is still on a hosted page. */
export function asSignedIn(ctx: ProjectContext, { session, tokenId }: StartedSession): UserContext {
  if (session.awaits) throw new ServiceError('E064007');
  return asBegun(ctx, { session, tokenId });
}

/** Returns the context of a user on a hosted page whose sign-in may still await its second factor. */
export function asBegun(
  ctx: ProjectContext,
  { session, tokenId }: Pick<StartedSession, 'session' | 'tokenId'>,
): UserContext {
  return {
    ...ctx,
    actor: { type: 'user', id: session.userId },
    session: callerSession(session, tokenId),
  };
}
