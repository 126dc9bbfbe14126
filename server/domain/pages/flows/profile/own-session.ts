import type { UserContext } from '../../../../core/context.ts';
import { loadUserById } from '../../../directory/users/load-user.ts';
import { type InReach, userInReach } from '../../../sessions/sessions/in-reach.ts';
import { requireLiveSession } from '../../../sessions/sessions/live-session.ts';
import { asSignedIn } from '../../../sessions/sessions/resume-session.ts';
import type { LiveSession } from '../../../sessions/sessions/session.ts';
import type { OwnSession } from '../run/execution.ts';
import type { FlowContext } from '../run/flow-context.ts';

/** Returns the user in whose session a flow runs, as they are now. */
export async function enterOwnSession(
  ctx: FlowContext,
  { sessionId, tokenId }: OwnSession,
): Promise<{ ctx: UserContext; session: LiveSession; user: InReach }> {
  const session = await requireLiveSession(ctx, sessionId);
  const user = await userInReach(ctx, session, await loadUserById(ctx, session.userId));
  return { ctx: asSignedIn(ctx, { session, user, tokenId }), session, user };
}
