import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import type { ConsentScope } from '../impersonation-rights/consent.ts';
import { type Reach, userInReach } from '../sessions/in-reach.ts';

/** Throws E011004 unless the session reaches the tenant whose members a consent names. Costs no query without a tenant. */
export async function requireTenantInReach(
  ctx: ProjectContext,
  session: Reach,
  { tenantId }: ConsentScope,
): Promise<void> {
  if (!tenantId) return;
  const { ownTenants } = await userInReach(ctx, session, await loadUserById(ctx, session.userId));
  if (ownTenants.some((tenant) => tenant.tenantId === tenantId)) return;
  throw new ServiceError(
    'E011004',
    'tenantId must be a tenant of the user that the session reaches. Name another tenant, or sign in through its SSO',
  );
}
