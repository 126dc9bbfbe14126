import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit, recordAudits } from '../../project/audit/record.ts';
import { changeTenant } from './change-tenant.ts';
import { lockTenants } from './load-tenant.ts';
import { deleteTenantRow } from './store.ts';

/** The number of members removed in one transaction, so that other writers on SQLite do not wait for long. */
const pageSize = 100;

interface Options {
  cascade: boolean;
}

/**
 * Deletes a tenant with its memberships, roles, SSO connections and domains. Its sub-tenants become top-level
 * tenants. `cascade` also deletes users who belong to no other tenant.
 *
 * A tenant with many members is disabled first, so that SSO brings no new ones, and loses its members page by page. If this is interrupted,
 * a disabled tenant is left with the other members, and the next call continues.
 */
export async function deleteTenant(ctx: ProjectContext, id: string, options: Options): Promise<void> {
  let users = 0;
  if ((await ctx.dependents.listMembers(ctx, id, pageSize + 1)).length > pageSize) {
    await changeTenant(ctx, id, { settings: { disabled: true } });
    for (let removed = pageSize; removed === pageSize; ) {
      const page = await removePage(ctx, id, options);
      removed = page.removed;
      users += page.deleted;
    }
  }
  await transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [id]);
    const userIds = options.cascade ? await ctx.dependents.deleteMembersOfOnly(ctx, id) : [];
    const left = await ctx.dependents.listMembers(ctx, id, pageSize + 1);
    await ctx.dependents.endMemberships(ctx, { userIds: left, tenantIds: [id] });
    await ctx.dependents.deleteTenantRecords(ctx, id);
    await deleteTenantRow(ctx.db, ctx.project.id, id);
    await recordDeleted(ctx, id, userIds);
    const data = { users: users + userIds.length };
    await recordAudit(ctx, { action: 'TenantDeleted', tenantId: id, data });
  });
}

/** Removes some members. The last page is not full. */
function removePage(ctx: ProjectContext, id: string, { cascade }: Options) {
  return transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [id]);
    const userIds = await ctx.dependents.listMembers(ctx, id, pageSize);
    const deleted = await ctx.dependents.removeMembers(ctx, id, { userIds, cascade });
    await recordDeleted(ctx, id, deleted);
    return { removed: userIds.length, deleted: deleted.length };
  });
}

function recordDeleted(ctx: ProjectContext, tenantId: string, userIds: string[]): Promise<void> {
  return recordAudits(
    ctx,
    userIds.map((userId) => ({ action: 'UserDeleted', userId, tenantId })),
  );
}
