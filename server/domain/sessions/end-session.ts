import type { ProjectContext, ServiceContext, UserContext } from '../../core/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';
import { deleteExpired, deleteSession, deleteSessionsByImpersonator, deleteSessionsOfUser } from './store.ts';

/** The refresh token is dead at once; session JWTs run out by themselves within minutes. */
export async function logout(ctx: UserContext): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await deleteSession(ctx.db, ctx.project.id, ctx.session.id);
    const { userId, impersonatorId } = ctx.session;
    await recordAudit(ctx, { action: impersonatorId ? 'ImpersonationStopped' : 'Logout', userId });
  });
}

/** `false`: it has ended before. Whoever calls it writes it down. */
export function endSession(ctx: ProjectContext, id: string): Promise<boolean> {
  return deleteSession(ctx.db, ctx.project.id, id);
}

/** On every device. */
export async function logoutEverywhere(ctx: UserContext): Promise<void> {
  // There is nobody who could have another session.
  if (!ctx.session.userId) return logout(ctx);
  await endSessionsOf(ctx, ctx.session.userId);
}

/** All sessions of a user, and those in the names of others; joins a transaction. */
export async function endSessionsOf(ctx: ProjectContext, userId: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const sessions = await deleteSessionsOfUser(ctx.db, ctx.project.id, userId);
    const inOtherNames = await deleteSessionsByImpersonator(ctx.db, ctx.project.id, userId);
    await recordAudit(ctx, { action: 'Logout', userId, data: { sessions, inOtherNames } });
  });
}

/** All sessions of a user but this one, and those in the names of others. Part of a transaction. */
export async function endOtherSessions(
  ctx: ProjectContext,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const sessions = await deleteSessionsOfUser(ctx.db, ctx.project.id, userId, { exceptId: id });
  const inOtherNames = await deleteSessionsByImpersonator(ctx.db, ctx.project.id, userId);
  await recordAudit(ctx, { action: 'Logout', userId, data: { sessions, inOtherNames } });
}

export function deleteExpiredSessions(ctx: ServiceContext): Promise<void> {
  return deleteExpired(ctx.db, ctx.now());
}
