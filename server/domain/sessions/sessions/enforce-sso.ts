import type { ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { isExemptFromSso } from '../../directory/tenants/load-tenant.ts';
import type { User } from '../../directory/users/user.ts';

/** The proof of identity that the user has just given. */
interface Proof {
  amr: string[];
  /** The tenant to select; for SSO, the tenant of the identity provider. */
  tenantId: string;
  /** Factors of the session that step-up or MFA continues. It was started under the same rule. */
  amrBefore: string[] | undefined;
}

/**
 * Requires users of a tenant that enforces SSO to sign in through the identity provider of such a tenant (E064005),
 * unless the tenant exempts them or is disabled. The provider of a tenant that does not enforce SSO is not sufficient: its
 * administrators would decide who gets into the other tenant. Costs no query for users without such a tenant.
 */
export async function requireTenantSso(ctx: ProjectData, user: User, proof: Proof): Promise<void> {
  const enforcing = user.tenants.filter(({ enforcesSso, isDisabled }) => enforcesSso && !isDisabled);
  if (enforcing.length === 0) return;
  if (proof.amrBefore?.includes('fed')) return;
  if (proof.amr.includes('fed') && enforcing.some(({ tenantId }) => tenantId === proof.tenantId)) return;
  for (const { tenantId, tenantName } of enforcing) {
    if (await isExemptFromSso(ctx, tenantId, user.id)) continue;
    throw new ServiceError('E064005', `The tenant ${tenantName} requires sign-in through its SSO`, {
      about: { userId: user.id, tenantId },
    });
  }
}
