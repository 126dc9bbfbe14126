import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { lockTenants } from './load-tenant.ts';
import { deleteTenantRow } from './store.ts';

/**
 * Deletes a tenant with its memberships, roles, SSO connections and domains. Its sub-tenants become top-level
 * tenants. `cascade` also deletes users who belong to no other tenant.
 */
export async function deleteTenant(
  ctx: ProjectContext,
  id: string,
  { cascade }: { cascade: boolean },
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [id]);
    const userIds = cascade ? await ctx.dependents.deleteMembersOfOnly(ctx, id) : [];
    await ctx.dependents.deleteTenantRecords(ctx, id);
    await deleteTenantRow(ctx.db, ctx.project.id, id);
    for (const userId of userIds) await recordAudit(ctx, { action: 'UserDeleted', userId, tenantId: id });
    await recordAudit(ctx, { action: 'TenantDeleted', tenantId: id, data: { users: userIds.length } });
  });
}
