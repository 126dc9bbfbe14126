import type { ProjectContext } from '../../../core/context.ts';
import {
  deleteMembers,
  deleteRolesInTenant,
  deleteUsersOfTenantOnly,
  listMemberIds,
  listUsersOfTenantOnly,
} from './store-tenant.ts';

/**
 * Deletes the users who belong to this tenant only and returns their IDs: all of them, or those among `userIds`. Called by the transaction
 * that deletes the tenant.
 */
export async function deleteMembersOfOnly(
  ctx: ProjectContext,
  tenantId: string,
  userIds?: string[],
): Promise<string[]> {
  const deleted = await listUsersOfTenantOnly(ctx.db, ctx.project.id, tenantId, userIds);
  await ctx.dependents.endSessionsOfDeleted(ctx, deleted);
  return deleteUsersOfTenantOnly(ctx.db, ctx.project.id, tenantId, userIds);
}

export function listMembers(ctx: ProjectContext, tenantId: string, limit: number): Promise<string[]> {
  return listMemberIds(ctx.db, ctx.project.id, tenantId, limit);
}

/** Removes members of a tenant that is being deleted. Called by a transaction that has locked the tenant. */
export async function removeMembers(
  ctx: ProjectContext,
  tenantId: string,
  { userIds, cascade }: { userIds: string[]; cascade: boolean },
): Promise<string[]> {
  const deleted = cascade ? await deleteMembersOfOnly(ctx, tenantId, userIds) : [];
  const left = userIds.filter((id) => !deleted.includes(id));
  await ctx.dependents.endMemberships(ctx, { userIds: left, tenantIds: [tenantId] });
  await deleteRolesInTenant(ctx.db, ctx.project.id, tenantId, userIds);
  await deleteMembers(ctx.db, ctx.project.id, tenantId, userIds);
  return deleted;
}

/** Removes all members' roles in a tenant. Called by the transaction that deletes the tenant. */
export function removeRolesInTenant(ctx: ProjectContext, tenantId: string): Promise<void> {
  return deleteRolesInTenant(ctx.db, ctx.project.id, tenantId);
}
