import type { ProjectContext } from '../../../core/context.ts';
import { ask, happen } from '../../../core/event.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit, recordAudits } from '../../project/audit/record.ts';
import { removeTenantFromKeys } from '../../project/management-keys/remove-tenant.ts';
import { changeTenant } from './change-tenant.ts';
import { endMemberships } from './end-memberships.ts';
import { memberRemoval, membersOfTenant, tenantDeleting } from './events.ts';
import { findSubTenantIds } from './lineage.ts';
import { lockTenants, noTenant } from './load-tenant.ts';
import { deleteTenantRow, lockFamily } from './store-deletion.ts';

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
  if ((await ask(ctx, membersOfTenant, { tenantId: id, limit: pageSize + 1 })).length > pageSize) {
    await changeTenant(ctx, id, { settings: { disabled: true } });
    for (let removed = pageSize; removed === pageSize; ) {
      const page = await removePage(ctx, id, options);
      removed = page.removed;
      users += page.deleted;
    }
  }
  await transaction(ctx, async (ctx) => {
    if (!(await lockFamily(ctx.db, ctx.project.id, id))) throw noTenant(id);
    // Some may have joined since.
    const last = await removeSome(ctx, id, { ...options, limit: pageSize + 1 });
    const within = [id, ...(await findSubTenantIds(ctx, id))];
    await endMemberships(ctx, { tenantIds: [id], of: { within } });
    await happen(ctx, tenantDeleting, { tenantId: id });
    await removeTenantFromKeys(ctx, id);
    await deleteTenantRow(ctx.db, ctx.project.id, id);
    const data = { users: users + last.deleted };
    await recordAudit(ctx, { action: 'TenantDeleted', tenantId: id, data });
  });
}

/** Removes a page of members. The last page is not full. */
function removePage(ctx: ProjectContext, id: string, options: Options) {
  return transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [id]);
    return removeSome(ctx, id, { ...options, limit: pageSize });
  });
}

async function removeSome(
  ctx: ProjectContext,
  id: string,
  { cascade, limit }: Options & { limit: number },
): Promise<{ removed: number; deleted: number }> {
  const userIds = await ask(ctx, membersOfTenant, { tenantId: id, limit });
  const deleted = await ask(ctx, memberRemoval, { tenantId: id, userIds, cascade });
  await recordAudits(
    ctx,
    deleted.map((userId) => ({ action: 'UserDeleted', userId, tenantId: id })),
  );
  return { removed: userIds.length, deleted: deleted.length };
}
