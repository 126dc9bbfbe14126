import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { loadUserById } from './load-user.ts';
import { enableUser as enableRow } from './store-rows.ts';
import type { User } from './user.ts';

/** The first completed sign-in enables an invited user. A disabled or deleted one is refused with E062109. */
export async function enableUser(ctx: ProjectContext, id: string): Promise<User> {
  if (!(await enableRow(ctx.db, ctx.project.id, id))) throw new ServiceError('E062109');
  return loadUserById(ctx, id);
}
