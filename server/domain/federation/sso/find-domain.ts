import type { ProjectData } from '../../../core/context.ts';
import { type DomainRow, findDomain, findDomains, listTenantDomains } from './store-domains.ts';

/** Lists the domains of all connections of the tenant. */
export function listHeldDomains(ctx: ProjectData, tenantId: string): Promise<DomainRow[]> {
  return listTenantDomains(ctx.db, ctx.project.id, tenantId);
}

/** Finds the tenant that has exactly this domain. */
export function findExactHolder(ctx: ProjectData, domain: string): Promise<DomainRow | undefined> {
  return findDomain(ctx.db, ctx.project.id, domain);
}

/**
 * Finds the tenant and the connection to which addresses of the domain belong: because an administrator set exactly this domain, or because
 * the tenant has proven it or, with the project setting `provenSubdomains`, one above it.
 */
export async function findDomainHolder(ctx: ProjectData, domain: string): Promise<DomainRow | undefined> {
  if (!ctx.project.settings.provenSubdomains) return findDomain(ctx.db, ctx.project.id, domain);
  const labels = domain.split('.');
  const names = labels.map((_, index) => labels.slice(index).join('.'));
  const holders = await findDomains(ctx.db, ctx.project.id, names);
  return holders
    .filter((row) => row.domain === domain || row.proven)
    .sort((a, b) => b.domain.length - a.domain.length)[0];
}

/** Reports whether addresses of the domain belong to the tenant, whichever of its connections has it. */
export async function tenantHasDomain(ctx: ProjectData, tenantId: string, domain: string): Promise<boolean> {
  return domain !== '' && (await findDomainHolder(ctx, domain))?.tenantId === tenantId;
}
