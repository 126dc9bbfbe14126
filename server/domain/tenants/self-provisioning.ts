import { domainToASCII } from 'node:url';
import type { ProjectContext } from '../../core/context.ts';
import { listSelfProvisioningTenants } from './store.ts';

/**
 * The tenants that people with this address join by themselves. A tenant that enforces SSO is none of them: its people
 * come through its identity provider.
 */
export async function findSelfProvisioningTenantIds(ctx: ProjectContext, email: string): Promise<string[]> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const ascii = /^[ -~]+$/.test(domain) ? domain : domainToASCII(domain);
  return listSelfProvisioningTenants(ctx.db, ctx.project.id, ascii.toLowerCase());
}
