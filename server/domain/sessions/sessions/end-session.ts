import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { happen } from '../../../core/event.ts';
import { transaction } from '../../../storage/transaction.ts';
import { countRevocation } from '../../directory/users/revocations.ts';
import { recordAudit, recordAudits } from '../../project/audit/record.ts';
import { forgetDevices } from '../trusted-devices/trust-device.ts';
import { noteEnded } from './ended/ended-sessions.ts';
import { sessionsEnding } from './events.ts';
import { deleteSessionsById, deleteSessionsOfUsers, listProofs } from './lists/store.ts';
import { deleteSession, deleteSessionsByImpersonator, deleteSessionsOfUser, markReset } from './store.ts';

// Every revocation runs through this file. An operation started in one of the sessions finds it ended when it is
// finished (`holdSession`). An operation without a session finds that it was started before the last revocation.
//
/** Ends the session of the caller. Its refresh token is refused at once; session JWTs expire within minutes. */
export async function logout(ctx: UserContext): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await endSession(ctx, ctx.session.id);
    const { userId, impersonatorId } = ctx.session;
    await recordAudit(ctx, { action: impersonatorId ? 'ImpersonationStopped' : 'Logout', userId });
  });
}

/** Ends a session. Returns `false` if it has already ended. Joins a transaction, whose caller records the event. */
export function endSession(ctx: ProjectContext, id: string): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    await happen(ctx, sessionsEnding, { ids: [id] });
    const wasLive = await deleteSession(ctx.db, ctx.project.id, id);
    await noteEnded(ctx, [id]);
    if (wasLive) countEnded(ctx, 1);
    return wasLive;
  });
}

/** Sessions that expire are not counted: nothing happens when they do. */
function countEnded(ctx: Pick<ProjectContext, 'counters'>, count: number): void {
  ctx.counters.count('latchkey_sessions_total', { event: 'ended' }, count);
}

/** Ends those of the sessions that exist, of one user or of any, and returns their number. Joins a transaction. */
export function endSessionsById(ctx: ProjectContext, ids: string[], ofUserId?: string): Promise<number> {
  return transaction(ctx, async (ctx) => {
    await happen(ctx, sessionsEnding, { ids, userId: ofUserId });
    const ended = await deleteSessionsById(ctx.db, ctx.project.id, ids, ofUserId);
    await noteEnded(
      ctx,
      ended.map(({ id }) => id),
    );
    if (ended.length > 0) {
      countEnded(ctx, ended.length);
      await recordAudits(
        ctx,
        ended.map(({ id, userId }) => ({ action: 'Logout', userId: userId ?? '', data: { sessionId: id } })),
      );
    }
    return ended.length;
  });
}

/**
 * Ends the user's sessions that began, or went on, with an account at a provider of the project or at a tenant's identity provider.
 * Sessions do not record which provider it was, nor older ones which tenant: such a session ends, too. Part of a transaction that
 * holds the user.
 */
export async function endSessionsBegunBy(
  ctx: ProjectContext,
  userId: string,
  by: { type: 'oauth' } | { type: 'sso'; tenantId: string },
): Promise<void> {
  const sessions = await listProofs(ctx.db, ctx.project.id, userId);
  const begun = sessions.filter(({ amr, ssoTenantIds }) => {
    if (by.type === 'oauth') return amr.includes('oauth');
    return ssoTenantIds.includes(by.tenantId) || (amr.includes('fed') && ssoTenantIds.length === 0);
  });
  await endSessionsById(
    ctx,
    begun.map(({ id }) => id),
    userId,
  );
}

/** Ends the user's sessions on every device. */
export async function logoutEverywhere(ctx: UserContext): Promise<void> {
  // An anonymous session has no user with other sessions.
  if (!ctx.session.userId) return logout(ctx);
  await endSessionsOf(ctx, ctx.session.userId);
}

/** Ends all sessions of a user and their impersonations of others. Joins a transaction. */
export function endSessionsOf(ctx: ProjectContext, userId: string): Promise<void> {
  return transaction(ctx, (ctx) => revokeAccess(ctx, userId, ''));
}

/** Ends all sessions of a user who is being disabled. Part of that transaction. */
export function endSessionsOfDisabled(ctx: ProjectContext, { userId }: { userId: string }): Promise<void> {
  return endSessionsOf(ctx, userId);
}

/** Ends all sessions of a user except this one, and their impersonations of others. Part of a transaction. */
export function endOtherSessions(
  ctx: ProjectContext,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  return revokeAccess(ctx, userId, id);
}

/** Ends the user's sessions on every other device. */
export async function logoutElsewhere(ctx: UserContext): Promise<void> {
  await transaction(ctx, (ctx) => endOtherSessions(ctx, ctx.session));
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
 * Locks the user first, by counting: a sign-in that another instance is finishing either is committed by now, so
 * that its session ends here, or waits and is then refused.
 */
async function revokeAccess(ctx: ProjectContext, userId: string, exceptId: string): Promise<void> {
  await countRevocation(ctx, userId);
  await happen(ctx, sessionsEnding, { userIds: [userId], exceptId });
  const own = await deleteSessionsOfUser(ctx.db, ctx.project.id, userId, { exceptId });
  const inOtherNames = await deleteSessionsByImpersonator(ctx.db, ctx.project.id, userId);
  await noteEnded(ctx, [...own, ...inOtherNames]);
  await forgetDevices(ctx, userId, 'sessionsEnded');
  countEnded(ctx, own.length + inOtherNames.length);
  const data = { sessions: own.length, inOtherNames: inOtherNames.length };
  await recordAudit(ctx, { action: 'Logout', userId, data });
}

/** Part of the transaction that deletes the users, which waits for sign-ins that are being finished. */
export async function endSessionsOfDeleted(
  ctx: ProjectContext,
  { userIds }: { userIds: string[] },
): Promise<void> {
  await happen(ctx, sessionsEnding, { userIds });
  const ended = await deleteSessionsOfUsers(ctx.db, ctx.project.id, userIds);
  await noteEnded(ctx, ended);
  countEnded(ctx, ended.length);
}
