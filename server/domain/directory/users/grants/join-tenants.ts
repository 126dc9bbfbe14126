import type { ProjectContext } from '../../../../core/context.ts';
import { ask } from '../../../../core/event.ts';
import { findSelfProvisioningTenantIds } from '../../tenants/self-provisioning.ts';
import { tenantsClosedTo } from '../events.ts';
import { loadUserById } from '../load-user.ts';
import { userLimits } from '../user.ts';
import { addTenant } from './change-grants.ts';

/**
 * Adds a user who has just proven an email address to the tenants that allow self-registration for its domain, except those whose directory
 * has deactivated or deleted the user. Part of a transaction.
 */
export async function joinTenantsOf(ctx: ProjectContext, userId: string, email: string): Promise<void> {
  const tenantIds = await findSelfProvisioningTenantIds(ctx, email);
  if (tenantIds.length === 0) return;
  const closed = new Set(await ask(ctx, tenantsClosedTo, { userId, email, tenantIds }));
  const open = tenantIds.filter((id) => !closed.has(id));
  const { tenants } = await loadUserById(ctx, userId);
  // Ignores tenants beyond the user's limit, so that the proof does not fail.
  for (const id of open.slice(0, Math.max(0, userLimits.tenants - tenants.length))) {
    await addTenant(ctx, userId, id);
  }
}
