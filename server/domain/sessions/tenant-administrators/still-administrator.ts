import { findTenants, lockTenants } from '../../directory/tenants/load-tenant.ts';
import { keepSession } from '../sessions/live-session.ts';
import type { AdministratorContext } from './administrator-context.ts';
import { notAllowed } from './refusal.ts';
import { holdsRight } from './store.ts';

/**
 * Locks the tenant, so that its changes run one after the other. Throws E064013 if the administrator's session has ended since it was
 * authenticated, if they have lost the right in the tenant, or if the tenant is disabled. Part of the transaction of a change.
 */
export async function requireStill(ctx: AdministratorContext, rights: readonly string[]): Promise<void> {
  const { tenantId, userId } = ctx.tenantAdministrator;
  await lockTenants(ctx, [tenantId]);
  const [tenant] = await findTenants(ctx, [tenantId]);
  const isStill =
    tenant?.settings.disabled !== true &&
    (await keepSession(ctx, ctx.session.id)) &&
    (await holdsRight(ctx.db, ctx.project.id, { tenantId, userId, rights }));
  if (!isStill) throw notAllowed('You are no longer an administrator of this tenant');
}
