import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { loadUserById } from './load-user.ts';
import { enableUser as enableRow } from './store-rows.ts';
import type { User } from './user.ts';

/** Enables an invited user at their first completed sign-in. Throws E062109 for a disabled or deleted user. */
export async function enableUser(ctx: ProjectContext, id: string): Promise<User> {
  if (!(await enableRow(ctx.db, ctx.project.id, id)))
    throw new ServiceError('E062109', undefined, { about: { userId: id } });
  return loadUserById(ctx, id);
}
