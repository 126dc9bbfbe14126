import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { together } from '../../../storage/transaction.ts';
import { findUser, loadUserById } from './load-user.ts';
import { holdUser, updateUser } from './store-rows.ts';
import { isDisabled, type User } from './user.ts';

/**
 * Enables an invited user at their first completed sign-in, and returns the user, locked until the transaction ends. Throws
 * E062109 for a disabled or deleted user.
 */
export async function enableUser(ctx: ProjectContext, id: string): Promise<User> {
  const [held, user] = await together([holdUser(ctx.db, ctx.project.id, id), findUser(ctx, id)]);
  if (!held || isDisabled(held)) throw new ServiceError('E062109', undefined, { about: { userId: id } });
  // Most users are enabled already, and PostgreSQL would write their row again even if nothing changes.
  if (user?.status === 'enabled') return user;
  await updateUser(ctx.db, ctx.project.id, id, { status: 'enabled' });
  return loadUserById(ctx, id);
}
