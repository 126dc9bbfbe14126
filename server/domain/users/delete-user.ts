import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { transaction } from '../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';
import { foldLoginId } from './login-id.ts';
import { deleteUserRow, findUserIdByLoginId } from './store.ts';
import { userIdPattern } from './user.ts';

/**
 * Deletes a user for good: login IDs, credentials, sessions, memberships and identities go with the row by foreign
 * keys. The audit log keeps the fact.
 */
export async function deleteUser(
  ctx: ProjectContext,
  by: { loginId?: string; userId?: string },
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const id = by.userId ?? (await findId(ctx, by.loginId ?? ''));
    if (!id || !(await deleteUserRow(ctx.db, ctx.project.id, id))) {
      throw new ServiceError('E112102', 'There is no user with this login ID or user ID');
    }
    await recordAudit(ctx, { action: 'UserDeleted', userId: id });
  });
}

async function findId(ctx: ProjectContext, loginId: string): Promise<string | undefined> {
  const byLoginId = await findUserIdByLoginId(ctx.db, ctx.project.id, foldLoginId(loginId));
  return byLoginId ?? (userIdPattern.test(loginId) ? loginId : undefined);
}
