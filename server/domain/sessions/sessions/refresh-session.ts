import type { UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { noteActiveUser } from '../../project/activity/active-users.ts';
import { anonymousSubject } from './anonymous.ts';
import { withInheritedTenants } from './claims/inherited-tenants.ts';
import type { Subject, TokenFacts } from './claims/tokens.ts';
import { endOf, lifetimesOf } from './lifetimes.ts';
import { hashTokenId, isInGrace, nextTokenId, type Session, toSession } from './session.ts';
import type { StartedSession } from './start-session.ts';
import { findSession, rotateToken } from './store.ts';

/**
 * Rotates the given refresh token. Only one of several requests with the same token rotates it; the others fall
 * into the grace time and get the same successor. Uses current roles, tenants and status. Costs one query and one
 * update, and the first of a day one insert.
 */
export async function refreshSession(ctx: UserContext): Promise<StartedSession> {
  const user = await findUser(ctx, ctx.session.userId);
  if (!user) throw hasEnded();
  if (user.status === 'disabled') throw new ServiceError('E062109');
  return { ...(await rotate(ctx, user)), user };
}

/** Rotates the refresh token of a user's or an anonymous session, whose rights follow its current roles. */
export async function refreshAnySession(ctx: UserContext): Promise<TokenFacts> {
  if (ctx.session.userId) return refreshSession(ctx);
  const row = await findSession(ctx.db, ctx.project.id, ctx.session.id);
  if (!row) throw hasEnded();
  const user = await anonymousSubject(ctx, toSession(row));
  return { ...(await rotate(ctx, user)), user };
}

async function rotate(ctx: UserContext, user: Subject): Promise<{ session: Session; tokenId: string }> {
  const { id, tokenId: shownId } = ctx.session;
  const projectId = ctx.project.id;
  const now = ctx.now();
  // The project or a tenant may have shortened a lifetime. Checked before the rotation, which counts as a use.
  const holder = await withInheritedTenants(ctx, user, { session: ctx.session });
  if (endOf(ctx.session, lifetimesOf(ctx, holder)) <= now) throw hasEnded();
  const { userId, impersonatorId, rotatedAt } = ctx.session;
  // Before the rotation: a crash between the two must not lose the day.
  if (userId && !impersonatorId) await noteActiveUser(ctx, { userId, lastSeenAt: rotatedAt });
  const tokenId = nextTokenId(shownId);
  const shown = hashTokenId(shownId);
  const rotated = await rotateToken(ctx.db, projectId, id, { shown, next: hashTokenId(tokenId), now });
  const row = rotated ?? (await findSession(ctx.db, projectId, id));
  if (!row || (!rotated && !isInGrace(row, shown, now))) throw hasEnded();
  if (rotated) ctx.counters.count('latchkey_sessions_total', { event: 'refreshed' });
  return { session: toSession(row), tokenId };
}

function hasEnded(): ServiceError {
  return new ServiceError('E064001', 'The session has ended');
}
