import type { User } from '../../directory/users/user.ts';

/** A user lets others act in their name, for a time. */
export interface Consent {
  id: string;
  /** The only one who may, or empty. */
  impersonatorId: string;
  /** Only members of this tenant may, while the user is one of them; or empty. */
  tenantId: string;
  createdAt: number;
  expiresAt: number;
}

/** Whom a consent is for. Both empty: whoever may impersonate the user at all. At most one of them is given. */
export type ConsentScope = Pick<Consent, 'impersonatorId' | 'tenantId'>;

export const consentLimits = {
  minimumSeconds: 60,
  maximumSeconds: 30 * 24 * 60 * 60,
  /** Of one user. */
  count: 50,
} as const;

/** So long it can still be said that a consent has expired. */
export const keepExpiredMs = 30 * 24 * 60 * 60_000;

/** The consent to this very impersonation that lasts longest, which may have expired. */
export function consentTo(consents: Consent[], impersonator: User, user: User): Consent | undefined {
  return consents
    .filter((consent) => covers(consent, impersonator, user))
    .sort((a, b) => b.expiresAt - a.expiresAt)[0];
}

function covers({ impersonatorId, tenantId }: ConsentScope, impersonator: User, user: User): boolean {
  if (impersonatorId) return impersonatorId === impersonator.id;
  return tenantId === '' || (isMember(impersonator, tenantId) && isMember(user, tenantId));
}

function isMember(user: User, tenantId: string): boolean {
  return user.tenants.some((tenant) => tenant.tenantId === tenantId);
}
