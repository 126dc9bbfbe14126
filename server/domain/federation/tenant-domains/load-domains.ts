import type { ProjectData } from '../../../core/context.ts';
import { loadTenant } from '../../directory/tenants/load-tenant.ts';
import { findExactHolder, listHeldDomains } from '../sso/find-domain.ts';
import { listClaims } from './store.ts';
import type { Claim, TenantDomain } from './tenant-domain.ts';

/** Loads the domains that the tenant has claimed, and those that an administrator has set. Throws E111202 for an unknown tenant. */
export async function loadDomains(ctx: ProjectData, tenantId: string): Promise<TenantDomain[]> {
  await loadTenant(ctx, tenantId);
  const claims = await listClaims(ctx.db, ctx.project.id, tenantId);
  const held = new Map((await listHeldDomains(ctx, tenantId)).map((row) => [row.domain, row]));
  const names = new Set([...claims.map(({ domain }) => domain), ...held.keys()]);
  return [...names].sort().map((domain) => {
    const claim = claims.find((one) => one.domain === domain);
    return { domain, ...standingOf(held.get(domain)), ...(claim && { claim }) };
  });
}

export async function withStanding(ctx: ProjectData, claim: Claim): Promise<TenantDomain> {
  const holder = await findExactHolder(ctx, claim.domain);
  const own = holder?.tenantId === claim.tenantId ? holder : undefined;
  return { domain: claim.domain, ...standingOf(own), claim };
}

function standingOf(held: { assigned: number } | undefined) {
  return { isVerified: held !== undefined, isSetByAdministrator: held?.assigned === 1 };
}
