import type { Row } from '../../../storage/tables.ts';

/** A domain that a tenant says is its own, or that an administrator of the project has set for one of its connections. */
export interface TenantDomain {
  domain: string;
  /** It counts as the tenant’s: it is proven, or an administrator has set it. */
  isVerified: boolean;
  isSetByAdministrator: boolean;
  /** Absent if an administrator has set the domain and the tenant has not claimed it. */
  claim?: Claim;
}

export type Claim = Row<'tenantDomains'>;

/** The limit per tenant. */
export const maxClaims = 100;

/** The limit of claims per tenant that came by setup links and are not proven, so that a leaked link cannot use up all of them. */
export const maxPendingByLinks = 10;

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

/** The longest time until the next look at a proof. */
export const longestInterval = dayMs;

/** Returns the record that proves the domain. */
export function recordOf({ domain, token }: Pick<Claim, 'domain' | 'token'>) {
  return { type: 'TXT', name: `_latchkey.${domain}`, value: `latchkey-verify=${token}` };
}

/** Reports whether the claim has no proof: proofs are looked at again. */
export function isPending({ dueAt }: Pick<Claim, 'dueAt'>): boolean {
  return dueAt === 0;
}

export function isPendingByLink(claim: Pick<Claim, 'dueAt' | 'claimedBy'>): boolean {
  return claim.claimedBy === 'setupLink' && isPending(claim);
}

/** Says when a proof is looked at again: daily, spread over an hour; a look that failed is repeated sooner. */
export function nextLook(now: number, outcome: Claim['outcome']): number {
  if (outcome === 'failed') return now + hourMs;
  return now + dayMs - Math.floor(Math.random() * hourMs);
}
