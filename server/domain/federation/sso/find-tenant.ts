import type { ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { typedText } from '../../../core/typed-text.ts';
import { findTenants } from '../../directory/tenants/load-tenant.ts';
import { searchTenants } from '../../directory/tenants/search-tenants.ts';
import { readDomains, type Tenant } from '../../directory/tenants/tenant.ts';
import { findDomainHolder } from './find-domain.ts';
import { requireConfigured } from './load-connection.ts';

/** Finds a tenant by ID, by the domain of an email address (which may belong to one of several connections), or by name. */
export async function findTenant(
  ctx: ProjectData,
  typed: string,
): Promise<{ tenant: Tenant; connectionId: string | undefined }> {
  const text = typedText(typed);
  if (text.includes('@')) {
    const [domain] = readDomains([text.slice(text.lastIndexOf('@') + 1)]);
    const found = await findDomainHolder(ctx, domain as string);
    const [tenant] = await findTenants(ctx, found ? [found.tenantId] : []);
    if (!found || !tenant) throw new ServiceError('E111202', `No tenant signs in addresses of ${domain}`);
    return { tenant, connectionId: found.connectionId };
  }
  const [byId] = await findTenants(ctx, [text]);
  const [tenant] = byId ? [byId] : await searchTenants(ctx, { names: [text] });
  if (!tenant) throw new ServiceError('E111202', 'No tenant has this ID, name or domain');
  return { tenant, connectionId: undefined };
}

/** Finds the tenant through whose identity provider this address signs in, if it is set up. */
export async function findSsoTenant(ctx: ProjectData, address: string): Promise<Tenant | undefined> {
  return address.includes('@') ? findConnectedTenant(ctx, address) : undefined;
}

/** Finds a tenant by ID, domain or name, if its identity provider is set up. */
export async function findConnectedTenant(ctx: ProjectData, typed: string): Promise<Tenant | undefined> {
  try {
    const { tenant, connectionId } = await findTenant(ctx, typed);
    await requireConfigured(ctx, tenant.id, connectionId);
    return tenant;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return undefined;
    throw error;
  }
}
