import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { lockTenants } from '../tenants/load-tenant.ts';
import { resolveRoleIds } from './resolve-roles.ts';
import { listDefaultRoleIds, replaceDefaultRoles } from './store.ts';

/**
 * Returns the roles that a new member of a tenant gets if no roles are given; for an empty `tenantId`, those of the
 * project.
 */
export function defaultRoleIds(ctx: ProjectData, tenantId: string): Promise<string[]> {
  return listDefaultRoleIds(ctx.db, ctx.project.id, tenantId);
}

/** Replaces the project roles that new users of the tenant get. E011004 lists unknown names. */
export async function setDefaultRoles(ctx: ProjectContext, id: string, roleNames: string[]): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [id]);
    const roleIds = await resolveRoleIds(ctx, '', roleNames);
    await replaceDefaultRoles(ctx.db, ctx.project.id, id, roleIds);
    await recordAudit(ctx, { action: 'TenantModified', tenantId: id, data: { defaultRoles: roleNames } });
  });
}
