import type { ProjectContext } from '../../../../core/context.ts';
import { findSelfProvisioningTenantIds } from '../../tenants/self-provisioning.ts';
import { loadUserById } from '../load-user.ts';
import { userLimits } from '../user.ts';
import { addTenant } from './change-grants.ts';

/**
 * Adds a user who has just proven an email address to the tenants that have its domain for
 * self-registration. Part of a transaction.
 */
export async function joinTenantsOf(ctx: ProjectContext, userId: string, email: string): Promise<void> {
  const tenantIds = await findSelfProvisioningTenantIds(ctx, email);
  if (tenantIds.length === 0) return;
  const { tenants } = await loadUserById(ctx, userId);
  // A proof must not fail because there are too many of them.
  for (const id of tenantIds.slice(0, Math.max(0, userLimits.tenants - tenants.length))) {
    await addTenant(ctx, userId, id);
  }
}
