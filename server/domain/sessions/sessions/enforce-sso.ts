import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { isExemptFromSso } from '../../directory/tenants/load-tenant.ts';
import type { Membership, User } from '../../directory/users/user.ts';
import type { Session } from './session.ts';

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
 * unless the tenant exempts them. The provider of a tenant that does not enforce SSO is not sufficient: its
 * administrators would decide who gets into the other tenant. Costs no query for users without such a tenant.
 */
export async function requireTenantSso(ctx: ProjectContext, user: User, proof: Proof): Promise<void> {
  const enforcing = user.tenants.filter(({ enforcesSso }) => enforcesSso);
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

/**
 * Returns the tenants whose grants a session has. A session started through one tenant's identity provider excludes
 * another tenant that enforces its own, unless that one exempts the user. Does not query for users without such a
 * tenant.
 */
export async function tenantsInReach(
  ctx: ProjectContext,
  { userId, ssoTenantIds }: Pick<Session, 'userId' | 'ssoTenantIds'>,
  tenants: Membership[],
): Promise<Membership[]> {
  if (ssoTenantIds.length === 0) return tenants;
  const inReach: Membership[] = [];
  for (const tenant of tenants) {
    const { tenantId, enforcesSso } = tenant;
    const isOpen = !enforcesSso || ssoTenantIds.includes(tenantId);
    if (isOpen || (await isExemptFromSso(ctx, tenantId, userId))) inReach.push(tenant);
  }
  return inReach;
}
