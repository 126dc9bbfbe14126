import type { ProjectContext } from '../../../core/context.ts';
import { deleteRolesInTenant, deleteUsersOfTenantOnly } from './store-tenant.ts';

/** Deletes the users who belong to this tenant and to no other. Returns their IDs. Part of the deletion of the tenant. */
export function deleteMembersOfOnly(ctx: ProjectContext, tenantId: string): Promise<string[]> {
  return deleteUsersOfTenantOnly(ctx.db, ctx.project.id, tenantId);
}

/** Takes the roles in a tenant from all its members. Part of the deletion of the tenant. */
export function removeRolesInTenant(ctx: ProjectContext, tenantId: string): Promise<void> {
  return deleteRolesInTenant(ctx.db, ctx.project.id, tenantId);
}
