import type { UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { withInheritedTenants } from './claims/inherited-tenants.ts';
import { tenantsInReach } from './enforce-sso.ts';
import { refreshSession } from './refresh-session.ts';
import type { StartedSession } from './start-session.ts';
import { updateSessionTenant } from './store.ts';

/** Selects one of the user's tenants (`dct`) and refreshes the session. */
export async function selectTenant(ctx: UserContext, tenantId: string): Promise<StartedSession> {
  const own = await loadUserById(ctx, ctx.session.userId);
  const user = await withInheritedTenants(ctx, own, { session: ctx.session });
  const tenant = user.tenants.find((tenant) => tenant.tenantId === tenantId);
  if (!tenant)
    throw new ServiceError('E064003', 'tenant is not one of the user’s tenants. Select one of them');
  if ((await tenantsInReach(ctx, ctx.session, [tenant])).length === 0) {
    throw new ServiceError('E064005', `The tenant ${tenant.tenantName} requires sign-in through its SSO`);
  }
  await updateSessionTenant(ctx.db, ctx.project.id, ctx.session.id, tenantId);
  return refreshSession(ctx);
}
