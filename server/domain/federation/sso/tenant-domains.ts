import type { ProjectData } from '../../../core/context.ts';
import { findDomain } from './store.ts';

/** Reports whether the domain of an address is the tenant's, in the form of `domainOf`. No other domain is. */
export async function tenantHasDomain(ctx: ProjectData, tenantId: string, domain: string): Promise<boolean> {
  if (domain === '') return false;
  return (await findDomain(ctx.db, ctx.project.id, domain))?.tenantId === tenantId;
}
