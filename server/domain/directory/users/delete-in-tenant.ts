import type { ProjectContext } from '../../../core/context.ts';
import { deleteRolesInTenant, deleteUsersOfTenantOnly, listUsersOfTenantOnly } from './store-tenant.ts';

/**
 * Deletes the users who belong to this tenant only and returns their IDs. Called by the transaction that deletes
 * the tenant.
 */
export async function deleteMembersOfOnly(ctx: ProjectContext, tenantId: string): Promise<string[]> {
  const userIds = await listUsersOfTenantOnly(ctx.db, ctx.project.id, tenantId);
  await ctx.dependents.endSessionsOfDeleted(ctx, userIds);
  return deleteUsersOfTenantOnly(ctx.db, ctx.project.id, tenantId);
}

/** Removes all members' roles in a tenant. Called by the transaction that deletes the tenant. */
export function removeRolesInTenant(ctx: ProjectContext, tenantId: string): Promise<void> {
  return deleteRolesInTenant(ctx.db, ctx.project.id, tenantId);
}
