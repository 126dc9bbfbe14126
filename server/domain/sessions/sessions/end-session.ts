import type { ProjectContext, ServiceContext, UserContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { countRevocation } from '../../directory/users/revocations.ts';
import { recordAudit, recordAudits } from '../../project/audit/record.ts';
import { deleteSessionsById } from './lists/store.ts';
import {
  deleteExpired,
  deleteSession,
  deleteSessionsByImpersonator,
  deleteSessionsOfUser,
  markReset,
} from './store.ts';

// Every revocation goes through here. An operation begun in one of the sessions finds it gone when it is finished
// (`holdSession`). An operation without a session finds that it was begun before the last revocation.

/** The refresh token is dead at once; session JWTs run out by themselves within minutes. */
export async function logout(ctx: UserContext): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await endSession(ctx, ctx.session.id);
    const { userId, impersonatorId } = ctx.session;
    await recordAudit(ctx, { action: impersonatorId ? 'ImpersonationStopped' : 'Logout', userId });
  });
}

/** `false`: it has ended before. Whoever calls it writes it down. */
export function endSession(ctx: ProjectContext, id: string): Promise<boolean> {
  return deleteSession(ctx.db, ctx.project.id, id);
}

/** Ends the existing sessions of one user or of all, and returns their number. Joins a transaction. */
export function endSessionsById(ctx: ProjectContext, ids: string[], ofUserId?: string): Promise<number> {
  return transaction(ctx, async (ctx) => {
    const ended = await deleteSessionsById(ctx.db, ctx.project.id, ids, ofUserId);
    if (ended.length > 0) {
      await recordAudits(
        ctx,
        ended.map(({ id, userId }) => ({ action: 'Logout', userId: userId ?? '', data: { sessionId: id } })),
      );
    }
    return ended.length;
  });
}

/** On every device. */
export async function logoutEverywhere(ctx: UserContext): Promise<void> {
  // There is nobody who could have another session.
  if (!ctx.session.userId) return logout(ctx);
  await endSessionsOf(ctx, ctx.session.userId);
}

/** All sessions of a user, and those in the names of others; joins a transaction. */
export function endSessionsOf(ctx: ProjectContext, userId: string): Promise<void> {
  return transaction(ctx, (ctx) => revokeAccess(ctx, userId, ''));
}

/** All sessions of a user but this one, and those in the names of others. Part of a transaction. */
export function endOtherSessions(
  ctx: ProjectContext,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  return revokeAccess(ctx, userId, id);
}

/** Records that the session's new password is set. Part of the transaction that sets it. */
export async function completeReset(
  ctx: ProjectContext,
  session: { id: string; userId: string },
): Promise<void> {
  await endOtherSessions(ctx, session);
  await markReset(ctx.db, ctx.project.id, session.id);
}

/**
 * Counting holds the user, before anything else: a sign-in that another instance is finishing is committed by now, and
 * its session ends here, or it waits and is then refused.
 */
async function revokeAccess(ctx: ProjectContext, userId: string, exceptId: string): Promise<void> {
  await countRevocation(ctx, userId);
  const sessions = await deleteSessionsOfUser(ctx.db, ctx.project.id, userId, { exceptId });
  const inOtherNames = await deleteSessionsByImpersonator(ctx.db, ctx.project.id, userId);
  await recordAudit(ctx, { action: 'Logout', userId, data: { sessions, inOtherNames } });
}

export function deleteExpiredSessions(ctx: ServiceContext): Promise<void> {
  return deleteExpired(ctx.db, ctx.now());
}
