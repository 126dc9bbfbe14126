import type { ProjectData } from '../../../core/context.ts';
import { asciiDomain } from '../../../core/mail-address.ts';
import { listSelfProvisioningTenants } from './store.ts';

/**
 * Returns the tenants that a user with this address joins automatically. Leaves out tenants that enforce SSO, whose
 * users come through their identity provider.
 */
export async function findSelfProvisioningTenantIds(ctx: ProjectData, email: string): Promise<string[]> {
  const domain = asciiDomain(email.slice(email.lastIndexOf('@') + 1));
  return listSelfProvisioningTenants(ctx.db, ctx.project.id, domain);
}
