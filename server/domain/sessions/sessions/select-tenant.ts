import type { UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import type { Membership } from '../../directory/users/user.ts';
import { tenantNeedsFactors } from '../sign-in-policy/apply-policy.ts';
import { userInReach } from './in-reach.ts';
import { refreshSession } from './refresh-session.ts';
import type { StartedSession } from './start-session.ts';
import { updateSessionTenant } from './store.ts';

/** Selects one of the tenants that the session reaches (`dct`) and refreshes the session. */
export async function selectTenant(ctx: UserContext, tenantId: string): Promise<StartedSession> {
  const own = await loadUserById(ctx, ctx.session.userId);
  const user = await userInReach(ctx, ctx.session, own);
  if (!user.tenants.some((tenant) => tenant.tenantId === tenantId)) {
    const unmet = user.unmet.find((tenant) => tenant.tenantId === tenantId);
    if (unmet) throw await tenantNeedsFactors(ctx, { user: own, session: ctx.session }, unmet);
    throw refusal(own.tenants.find((tenant) => tenant.tenantId === tenantId));
  }
  await updateSessionTenant(ctx.db, ctx.project.id, ctx.session.id, tenantId);
  return refreshSession(ctx);
}

/** Returns the reason why the session does not reach a tenant of the user. */
function refusal(tenant: Membership | undefined): ServiceError {
  if (!tenant)
    return new ServiceError('E064003', 'tenant is not one of the user’s tenants. Select one of them');
  if (tenant.isDisabled) return new ServiceError('E064003', `The tenant ${tenant.tenantName} is disabled`);
  return new ServiceError('E064005', `The tenant ${tenant.tenantName} requires sign-in through its SSO`);
}
