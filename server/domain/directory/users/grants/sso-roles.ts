import type { ProjectContext } from '../../../../core/context.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { deleteSsoRoles, insertSsoRoles } from './store-sso-roles.ts';

/**
 * Puts `roleIds` in the place of the roles that SSO has given a user in a tenant. Roles that an administrator gave
 * stay, and roles that do not exist any more are left out.
 */
export async function replaceSsoRoles(
  ctx: ProjectContext,
  userId: string,
  tenantId: string,
  roleIds: string[],
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await deleteSsoRoles(ctx.db, ctx.project.id, userId, tenantId);
    if (roleIds.length > 0) await insertSsoRoles(ctx.db, ctx.project.id, userId, tenantId, roleIds);
  });
}
