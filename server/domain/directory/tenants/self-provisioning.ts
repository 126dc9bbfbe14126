import { domainToASCII } from 'node:url';
import type { ProjectContext } from '../../../core/context.ts';
import { listSelfProvisioningTenants } from './store.ts';

/**
 * Returns the tenants that a user with this address joins automatically. Leaves out tenants that enforce SSO, whose
 * users come through their identity provider.
 */
export async function findSelfProvisioningTenantIds(ctx: ProjectContext, email: string): Promise<string[]> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const ascii = /^[ -~]+$/.test(domain) ? domain : domainToASCII(domain);
  return listSelfProvisioningTenants(ctx.db, ctx.project.id, ascii.toLowerCase());
}
