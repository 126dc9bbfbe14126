import type { ProjectContext, UserContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Row } from '../../storage/tables.ts';
import { findUser } from '../users/load-user.ts';
import { anonymousSubject } from './anonymous.ts';
import { absoluteEnd, lifetimesOf } from './lifetimes.ts';
import { hashTokenId, isInGrace, nextTokenId, type Session, toSession } from './session.ts';
import type { StartedSession } from './start-session.ts';
import { findSession, rotateToken } from './store.ts';
import type { Subject, TokenFacts } from './tokens.ts';

/**
 * Spends the refresh token that was shown. Of several requests with one token one rotates; the others come within
 * the grace time and get the same successor. Roles, tenants and status are as they are now. One update, one query.
 */
export async function refreshSession(ctx: UserContext): Promise<StartedSession> {
  const { row, tokenId } = await rotate(ctx);
  const user = await findUser(ctx, ctx.session.userId);
  if (!user) throw hasEnded();
  if (user.status === 'disabled') throw new ServiceError('E062109');
  const session = toSession(row);
  requireInTime(ctx, session, user);
  return { session, user, tokenId };
}

/** The same, for an anonymous session too: what it may do is as its roles are now. */
export async function refreshAnySession(ctx: UserContext): Promise<TokenFacts> {
  if (ctx.session.userId) return refreshSession(ctx);
  const { row, tokenId } = await rotate(ctx);
  const session = toSession(row);
  const user = await anonymousSubject(ctx, session);
  requireInTime(ctx, session, user);
  return { session, user, tokenId };
}

/** Of several requests with one token one rotates; the others get the same successor while they may. */
async function rotate(ctx: UserContext): Promise<{ row: Row<'sessions'>; tokenId: string }> {
  const { id, tokenId: shownId } = ctx.session;
  const projectId = ctx.project.id;
  const tokenId = nextTokenId(shownId);
  const shown = hashTokenId(shownId);
  const now = ctx.now();
  const rotated = await rotateToken(ctx.db, projectId, id, { shown, next: hashTokenId(tokenId), now });
  const row = rotated ?? (await findSession(ctx.db, projectId, id));
  if (!row || (!rotated && !isInGrace(row, shown, now))) throw hasEnded();
  return { row, tokenId };
}

/** A lifetime that was shortened meanwhile, by the project or a tenant, ends sessions that are older. */
function requireInTime(ctx: ProjectContext, session: Session, user: Subject): void {
  if (absoluteEnd(session, lifetimesOf(ctx, user)) <= ctx.now()) throw hasEnded();
}

function hasEnded(): ServiceError {
  return new ServiceError('E064001', 'The session has ended');
}
