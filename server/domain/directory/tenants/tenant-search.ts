import type { AuthType } from './tenant.ts';

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
