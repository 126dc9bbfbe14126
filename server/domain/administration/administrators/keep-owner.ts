import { reaches } from '../../../core/administration.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { lockProject } from '../../project/projects/load-project.ts';
import { toRole } from './administrator.ts';
import { hasOwner } from './store.ts';

/**
 * Runs a change of administrators by an owner. Such changes run one after the other. Refuses a caller who is no longer an
 * owner at that point, and a change that would leave no owner who can sign in. `ctx` is the administration project's.
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
      'This would leave no owner who can sign in. Create another owner first, and have them sign in',
    );
  });
}
