import type { User } from '../../directory/users/user.ts';

/** A user's permission to be impersonated, for a limited time. */
export interface Consent {
  id: string;
  /** The only user who may impersonate, or empty. */
  impersonatorId: string;
  /** Restricts the consent to members of this tenant, while the user is a member, too, and it is not disabled; or empty. */
  tenantId: string;
  createdAt: number;
  expiresAt: number;
}

/**
 * The users to whom a consent applies. At most one field is set; if both are empty, it applies to everyone who may
 * impersonate the user.
 */
export type ConsentScope = Pick<Consent, 'impersonatorId' | 'tenantId'>;

export const consentLimits = {
  minimumSeconds: 60,
  maximumSeconds: 30 * 24 * 60 * 60,
  /** The limit for one user. */
  count: 50,
} as const;

/** The time for which an expired consent is kept, so that a refusal can name the expiry. */
export const keepExpiredMs = 30 * 24 * 60 * 60_000;

/** Returns the consent to this impersonation that lasts longest. It may have expired. */
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
  return user.tenants.some((tenant) => tenant.tenantId === tenantId && !tenant.isDisabled);
}
