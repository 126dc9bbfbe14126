import type { ProjectData } from '../../../../core/context.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { logUsers } from '../search/log-users.ts';
import { deleteSsoRoles, insertSsoRoles } from './store-sso-roles.ts';

/**
 * Replaces the roles that SSO has assigned to a user in a tenant. Roles assigned by an administrator stay, and
 * roles that no longer exist are ignored.
 */
export async function replaceSsoRoles(
  ctx: ProjectData,
  userId: string,
  tenantId: string,
  roleIds: string[],
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await logUsers(ctx, [userId]);
    await deleteSsoRoles(ctx.db, ctx.project.id, userId, tenantId);
    if (roleIds.length > 0) await insertSsoRoles(ctx.db, ctx.project.id, userId, tenantId, roleIds);
  });
}
