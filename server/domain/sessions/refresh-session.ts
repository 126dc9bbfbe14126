import type { UserContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { findUser } from '../users/load-user.ts';
import { hashTokenId, isInGrace, nextTokenId, toSession } from './session.ts';
import type { StartedSession } from './start-session.ts';
import { findSession, rotateToken } from './store.ts';

/**
 * Spends the refresh token that was shown. Of several requests with one token one rotates; the others come within
 * the grace time and get the same successor. Roles, tenants and status are as they are now. One update, one query.
 */
export async function refreshSession(ctx: UserContext): Promise<StartedSession> {
  const { id, tokenId: shownId } = ctx.session;
  const projectId = ctx.project.id;
  const tokenId = nextTokenId(shownId);
  const shown = hashTokenId(shownId);
  const now = ctx.now();
  const rotated = await rotateToken(ctx.db, projectId, id, { shown, next: hashTokenId(tokenId), now });
  const row = rotated ?? (await findSession(ctx.db, projectId, id));
  if (!row || (!rotated && !isInGrace(row, shown, now)))
    throw new ServiceError('E064001', 'The session has ended');
  const user = await findUser(ctx, row.userId);
  if (!user) throw new ServiceError('E064001', 'The session has ended');
  if (user.status === 'disabled') throw new ServiceError('E062109');
  return { session: toSession(row), user, tokenId };
}
