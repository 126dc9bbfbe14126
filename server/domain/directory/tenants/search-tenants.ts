import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { foldName } from '../../../core/names.ts';
import { searchTenantRows } from './store.ts';
import { type AuthType, maxTenants, type Tenant } from './tenant.ts';

/** An empty list or text is no filter. All that are given have to fit; of a list, one of its items. */
export interface TenantSearch {
  ids?: string[];
  /** Whole names, without regard to case. */
  names?: string[];
  selfProvisioningDomains?: string[];
  ssoDomains?: string[];
  authType?: AuthType;
  parentId?: string;
  topLevelOnly?: boolean;
  /** A part of the name or of the ID, without regard to case. */
  text?: string;
  /** 0 is none. */
  limit?: number;
  /** Each has to be there with this very value. */
  customAttributes?: Record<string, unknown>;
}

export type TenantFilter = Required<
  Omit<TenantSearch, 'authType' | 'parentId' | 'customAttributes' | 'limit'>
> &
  Pick<TenantSearch, 'authType' | 'parentId'>;

/** In the order of their making. One query. */
export async function searchTenants(ctx: ProjectContext, search: TenantSearch = {}): Promise<Tenant[]> {
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
  // Values are arbitrary JSON, which the engines do not compare alike.
  const tenants = await searchTenantRows(ctx.db, ctx.project.id, filter, { limit: undefined });
  return tenants
    .filter((tenant) =>
      attributes.every(([name, value]) => isDeepStrictEqual(tenant.customAttributes[name], value)),
    )
    .slice(0, limit);
}
