import { isDeepStrictEqual } from 'node:util';
import type { ProjectData } from '../../../core/context.ts';
import { foldName } from '../../../core/names.ts';
import { searchTenantRows } from './store.ts';
import { maxTenants, type Tenant } from './tenant.ts';
import type { TenantFilter, TenantSearch } from './tenant-search.ts';

/** Returns matching tenants, oldest first. Costs one query. */
export async function searchTenants(ctx: ProjectData, search: TenantSearch = {}): Promise<Tenant[]> {
  const attributes = Object.entries(search.customAttributes ?? {});
  const filter: TenantFilter = {
    ids: search.ids ?? [],
    names: (search.names ?? []).map(foldName),
    selfProvisioningDomains: (search.selfProvisioningDomains ?? []).map(foldName),
    ssoDomains: (search.ssoDomains ?? []).map(foldName),
    authType: search.authType,
    parentId: search.parentId,
    topLevelOnly: search.topLevelOnly ?? false,
    text: foldName(search.text ?? ''),
  };
  const limit = Math.min(search.limit || maxTenants, maxTenants);
  if (attributes.length === 0) return searchTenantRows(ctx.db, ctx.project.id, filter, { limit });
  // Compared in code: values are arbitrary JSON, which the engines compare differently.
  const tenants = await searchTenantRows(ctx.db, ctx.project.id, filter, { limit: undefined });
  return tenants
    .filter((tenant) =>
      attributes.every(([name, value]) => isDeepStrictEqual(tenant.customAttributes[name] ?? null, value)),
    )
    .slice(0, limit);
}
