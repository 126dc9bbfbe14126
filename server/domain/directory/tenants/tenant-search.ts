import type { AuthType } from './tenant.ts';

/**
 * Search criteria for tenants, all of which must match. Empty lists and texts are ignored; a list matches any of
 * its items.
 */
export interface TenantSearch {
  ids?: string[];
  /** Full names, in any case. */
  names?: string[];
  selfProvisioningDomains?: string[];
  ssoDomains?: string[];
  authType?: AuthType;
  parentId?: string;
  topLevelOnly?: boolean;
  /** Part of the name or the ID; ignores case. */
  text?: string;
  /** 0: no limit. */
  limit?: number;
  /** The tenant must have each of these values exactly. */
  customAttributes?: Record<string, unknown>;
}

export type TenantFilter = Required<
  Omit<TenantSearch, 'authType' | 'parentId' | 'customAttributes' | 'limit'>
> &
  Pick<TenantSearch, 'authType' | 'parentId'>;
