import { reaches } from '../../../core/administration.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { lockProject } from '../../project/projects/load-project.ts';
import { toRole } from './administrator.ts';
import { hasOwner } from './store.ts';

/**
 * Runs a change of administrators by one of them. Such changes come one after the other; who is no owner any more when
 * their turn comes is refused, and so is what would leave no owner who can sign in. `ctx` is the administration project's.
 */
export async function changeAdministrators<R>(
  ctx: ProjectContext,
  userId: string,
  work: (ctx: ProjectContext) => Promise<R>,
): Promise<R> {
  return transaction(ctx, async (ctx) => {
    await lockProject(ctx, ctx.project.id);
    if (!reaches(toRole(await findUser(ctx, userId)), 'owner')) throw new ServiceError('E064010');
    const result = await work(ctx);
    if (await hasOwner(ctx.db, ctx.project.id)) return result;
    throw new ServiceError(
      'E064010',
      'This would leave no owner who can sign in: make another one first, and let them sign in',
    );
  });
}
