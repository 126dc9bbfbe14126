import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { userInNewReach, userInReach } from './in-reach.ts';
import { callerSession, requireUnclaimedSession, type SessionHandle } from './live-session.ts';
import type { StartedSession } from './start-session.ts';

/**
 * Returns a session whose first refresh token has not been handed out yet, or one that awaits its second factor. Throws
 * E064001 if it has ended. `forNewSessions`: the user has the tenants that a session opened with this one reaches.
 */
export async function resumeSession(
  ctx: ProjectContext,
  handle: SessionHandle,
  { forNewSessions = false }: { forNewSessions?: boolean } = {},
): Promise<StartedSession> {
  const session = await requireUnclaimedSession(ctx, handle);
  const user = await loadUserById(ctx, session.userId);
  const reaching = await (forNewSessions ? userInNewReach : userInReach)(ctx, session, user);
  return { session, user: reaching, tokenId: handle.tokenId };
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
