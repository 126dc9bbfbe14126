import type { TimedProjectData } from '../../../core/context.ts';
import { together } from '../../../storage/transaction.ts';
import { startOfDay } from '../../project/activity/activity.ts';
import { logUsers } from './search/log-users.ts';
import { updateUserRow } from './store-rows.ts';
import type { User } from './user.ts';

/**
 * Records that the user has completed a sign-in, and returns the user. Writes the first sign-in of each day only. Part of the transaction
 * that starts the session, which holds the user's row.
 */
export async function noteSignIn(ctx: TimedProjectData, user: User): Promise<User> {
  const today = startOfDay(ctx.now());
  if (user.lastSignInDay >= today) return user;
  await together([
    updateUserRow(ctx.db, ctx.project.id, user.id, { lastSignInDay: today }),
    logUsers(ctx, [user.id]),
  ]);
  return { ...user, lastSignInDay: today };
}

/** Records that an invitation was sent, and returns the user. */
export async function noteInvitation(ctx: TimedProjectData, user: User): Promise<User> {
  const invitedAt = ctx.now();
  await together([updateUserRow(ctx.db, ctx.project.id, user.id, { invitedAt }), logUsers(ctx, [user.id])]);
  return { ...user, invitedAt };
}
