import type { Moment } from './columns.ts';

export interface TenantDomainsTables {
  tenantDomains: TenantDomainsTable;
}

/** Domains that a tenant says are its own. Whether it has proven one is in `ssoDomains`. */
interface TenantDomainsTable {
  projectId: string;
  tenantId: string;
  domain: string;
  /** The tenant's own part of the DNS record. */
  token: string;
  createdAt: Moment;
  /** When the record was last looked for. 0: never. */
  checkedAt: Moment;
  /** The result of the last look. Empty: there was none. */
  outcome: '' | 'found' | 'missing' | 'failed';
  /** When a proof is looked at again. 0: there is none. */
  dueAt: Moment;
  /** The type and the ID of the actor who claimed it. Empty for claims of earlier releases. */
  claimedBy: string;
  claimedById: string;
}
