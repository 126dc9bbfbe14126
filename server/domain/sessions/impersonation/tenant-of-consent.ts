import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import type { Membership } from '../../directory/users/user.ts';
import type { ConsentScope } from '../impersonation-rights/consent.ts';
import { type Reach, userInReach } from '../sessions/in-reach.ts';
import { tenantNeedsFactors } from '../sign-in-policy/apply-policy.ts';

/**
 * Requires that the session reaches the tenant whose members a consent names (E011004, or E064007 if the session has proven too little
 * for the tenant). Costs no query without a tenant.
 */
export async function requireTenantInReach(
  ctx: ProjectContext,
  session: Reach & { expiresAt: number },
  { tenantId }: ConsentScope,
): Promise<void> {
  if (!tenantId) return;
  const user = await loadUserById(ctx, session.userId);
  const { ownTenants, unmet } = await userInReach(ctx, session, user);
  const isMeant = (tenant: Membership) => tenant.tenantId === tenantId;
  if (ownTenants.some(isMeant)) return;
  const closed = unmet.find((tenant) => isMeant(tenant) && !tenant.isInherited);
  if (closed) throw await tenantNeedsFactors(ctx, { user, session }, closed);
  throw new ServiceError(
    'E011004',
    'tenantId must be a tenant of the user that the session reaches. Name another tenant, or sign in through its SSO',
  );
}
