import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { happen } from '../../../core/event.ts';
import { endMemberships } from '../tenants/end-memberships.ts';
import { usersDeleting } from './events.ts';
import { holdUsers } from './revocations.ts';
import { logHolders, logUsers } from './search/log-users.ts';
import {
  deleteMembers,
  deleteRolesInTenant,
  deleteUsersOfTenantOnly,
  listMemberIds,
  listUsersOfTenantOnly,
} from './store-tenant.ts';

export function listMembers(
  ctx: ProjectData,
  { tenantId, limit }: { tenantId: string; limit: number },
): Promise<string[]> {
  return listMemberIds(ctx.db, ctx.project.id, tenantId, limit);
}

/**
 * Removes members of a tenant that is being deleted, and returns the IDs of those that it deletes: `cascade` deletes those who belong
 * to no other tenant. Called by a transaction that has locked the tenant. Locks the members, so that changes of theirs come before or
 * after.
 */
export async function removeMembers(
  ctx: ProjectContext,
  { tenantId, userIds, cascade }: { tenantId: string; userIds: string[]; cascade: boolean },
): Promise<string[]> {
  await holdUsers(ctx, userIds);
  await logUsers(ctx, userIds);
  const deleted = cascade ? await deleteMembersOfOnly(ctx, tenantId, userIds) : [];
  const left = userIds.filter((id) => !deleted.includes(id));
  await endMemberships(ctx, { tenantIds: [tenantId], of: { userIds: left } });
  await deleteRolesInTenant(ctx.db, ctx.project.id, tenantId, userIds);
  await deleteMembers(ctx.db, ctx.project.id, tenantId, userIds);
  return deleted;
}

async function deleteMembersOfOnly(
  ctx: ProjectContext,
  tenantId: string,
  userIds: string[],
): Promise<string[]> {
  const deleted = await listUsersOfTenantOnly(ctx.db, ctx.project.id, tenantId, userIds);
  await happen(ctx, usersDeleting, { userIds: deleted });
  return deleteUsersOfTenantOnly(ctx.db, ctx.project.id, tenantId, userIds);
}

/** Removes the roles in a tenant of the members that are left. Called by the transaction that deletes the tenant, and with it their memberships. */
export async function removeRolesInTenant(
  ctx: ProjectData,
  { tenantId }: { tenantId: string },
): Promise<void> {
  await logHolders(ctx, { table: 'tenantMembers', tenantId });
  await deleteRolesInTenant(ctx.db, ctx.project.id, tenantId);
}
