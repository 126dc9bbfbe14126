import type { ProjectData } from '../../../core/context.ts';
import { logUsers } from '../../directory/users/search/log-users.ts';
import { deletePendingSignUps, deleteTotpOf } from './store.ts';

/**
 * Deletes a user's authenticator and an unfinished enrolment, so that an old code cannot bring one back. Part of the
 * transaction that holds the user. Succeeds if there is none.
 */
export async function deleteTotp(ctx: ProjectData, userId: string): Promise<void> {
  await logUsers(ctx, [userId]);
  await deleteTotpOf(ctx.db, ctx.project.id, userId);
}

/** Deletes sign-ups that were started with these login IDs. Part of the transaction that gives the login IDs to users. */
export function deleteTotpSignUps(ctx: ProjectData, { loginIds }: { loginIds: string[] }): Promise<void> {
  return deletePendingSignUps(ctx.db, ctx.project.id, loginIds);
}
