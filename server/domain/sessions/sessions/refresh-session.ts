import type { UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { noteActiveUser } from '../../project/activity/active-users.ts';
import { anonymousSubject } from './anonymous-subject.ts';
import type { TokenFacts } from './claims/tokens.ts';
import { holderInReach, userInReach } from './in-reach.ts';
import { justStored, requireLiveSession } from './live-session.ts';
import type { LiveSession } from './session.ts';
import { hashTokenId, isInGrace, nextTokenId, toSession } from './session.ts';
import type { StartedSession } from './start-session.ts';
import { findSessionRow, rotateToken } from './store.ts';

/**
 * Rotates the given refresh token. Only one of several requests with the same token rotates it; the others fall
 * into the grace time and get the same successor. Uses current roles, tenants and status. Costs one query and one
 * update, and the first of a day one insert.
 */
export async function refreshSession(ctx: UserContext): Promise<StartedSession> {
  const user = await findUser(ctx, ctx.session.userId);
  if (!user) throw hasEnded();
  const rotated = await rotate(ctx);
  const { lifetimes } = ctx.session;
  return { ...rotated, user: await userInReach(ctx, { ...rotated.session, lifetimes }, user) };
}

/** Rotates the refresh token of a user's or an anonymous session, whose rights follow its current roles. */
export async function refreshAnySession(ctx: UserContext): Promise<TokenFacts> {
  if (ctx.session.userId) return refreshSession(ctx);
  const user = await anonymousSubject(ctx, await requireLiveSession(ctx, ctx.session.id));
  return { ...(await rotate(ctx)), user: await holderInReach(ctx, user) };
}

async function rotate(ctx: UserContext): Promise<{ session: LiveSession; tokenId: string }> {
  const { id, tokenId: shownId } = ctx.session;
  const projectId = ctx.project.id;
  const now = ctx.now();
  const { userId, impersonatorId, rotatedAt } = ctx.session;
  // Before the rotation: a crash between the two must not lose the day.
  if (userId && !impersonatorId) await noteActiveUser(ctx, { userId, lastSeenAt: rotatedAt });
  const tokenId = nextTokenId(shownId);
  const shown = hashTokenId(shownId);
  const rotated = await rotateToken(ctx.db, projectId, id, { shown, next: hashTokenId(tokenId), now });
  const row = rotated ?? (await findSessionRow(ctx.db, projectId, id));
  if (!row || (!rotated && !isInGrace(row, shown, now))) throw hasEnded();
  if (rotated) ctx.counters.count('latchkey_sessions_total', { event: 'refreshed' });
  return { session: justStored(toSession(row)), tokenId };
}

function hasEnded(): ServiceError {
  return new ServiceError('E064001', 'The session has ended');
}
