import type { ProjectContext, ServiceContext, UserContext } from '../../core/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';
import { deleteExpired, deleteSession, deleteSessionsOfUser } from './store.ts';

/** The refresh token is dead at once; session JWTs run out by themselves within minutes. */
export async function logout(ctx: UserContext): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await deleteSession(ctx.db, ctx.project.id, ctx.session.id);
    await recordAudit(ctx, { action: 'Logout', userId: ctx.session.userId });
  });
}

/** On every device. */
export async function logoutEverywhere(ctx: UserContext): Promise<void> {
  await endSessionsOf(ctx, ctx.session.userId);
}

/** All sessions of a user; joins a transaction. */
export async function endSessionsOf(ctx: ProjectContext, userId: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const sessions = await deleteSessionsOfUser(ctx.db, ctx.project.id, userId);
    await recordAudit(ctx, { action: 'Logout', userId, data: { sessions } });
  });
}

export function deleteExpiredSessions(ctx: ServiceContext): Promise<void> {
  return deleteExpired(ctx.db, ctx.now());
}
