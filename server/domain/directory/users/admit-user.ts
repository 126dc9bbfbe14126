import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { together } from '../../../storage/transaction.ts';
import { findUser, loadUserById } from './load-user.ts';
import { logUsers } from './search/log-users.ts';
import { holdUserRow, updateUserRow } from './store-rows.ts';
import { isDisabled, type User } from './user.ts';

/**
 * Admits a user who completes a sign-in, and returns the user, locked until the transaction ends. Enables an invited one. Throws
 * E062109 for a disabled or deleted user.
 */
export async function admitUser(ctx: ProjectContext, id: string): Promise<User> {
  const [held, user] = await together([holdUserRow(ctx.db, ctx.project.id, id), findUser(ctx, id)]);
  if (!held || isDisabled(held)) throw new ServiceError('E062109', undefined, { about: { userId: id } });
  // Most users are enabled already, and PostgreSQL would write their row again even if nothing changes.
  if (user?.status === 'enabled') return user;
  await together([updateUserRow(ctx.db, ctx.project.id, id, { status: 'enabled' }), logUsers(ctx, [id])]);
  return loadUserById(ctx, id);
}
