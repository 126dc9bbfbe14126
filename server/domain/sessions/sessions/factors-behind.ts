import type { ProjectContext } from '../../../core/context.ts';
import { findLiveSession } from './live-session.ts';
import type { Session } from './session.ts';

/** The proofs that a session has, for the sign-in policy. */
type Proven = Pick<Session, 'amr' | 'ssoTenantIds' | 'resetsPassword'>;

/**
 * Returns the factors of the live session in which a user requested something, for the sign-in policy. Costs no query in a
 * project without policies.
 */
export async function factorsBehind(
  ctx: ProjectContext,
  session: { sessionId: string; userId: string },
): Promise<{ requestedWith?: Proven }> {
  if (ctx.project.hasSignInPolicies === false || session.sessionId === '') return {};
  return { requestedWith: await factorsOf(ctx, session) };
}

/** Returns the factors of a live session of the user whose sign-in is complete. */
export async function factorsOf(
  ctx: ProjectContext,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<Proven> {
  const session = await findLiveSession(ctx, sessionId);
  const isOwn = session?.userId === userId && !session.awaits;
  return isOwn ? session : { amr: [], ssoTenantIds: [], resetsPassword: false };
}
