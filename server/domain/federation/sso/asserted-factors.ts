import type { Claims } from '../../../protocols/oidc/claims.ts';

/** The authentication context classes that stand for more than one factor, as identity providers name them. */
export const multiFactorContexts: readonly string[] = [
  'https://refeds.org/profile/mfa',
  // Microsoft Entra ID and AD FS
  'http://schemas.microsoft.com/claims/multipleauthn',
  // saml-authn-context §3.4: a device of the user's, and something that only the user knows
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
];

/** The values of `acr` that stand for more than one factor. */
export const multiFactorAcr: readonly string[] = [
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
];

/** Reports whether a SAML identity provider states that it has asked for more than one factor. */
export function assertsBySaml({ authnContexts = [] }: { authnContexts?: string[] }): boolean {
  return authnContexts.length > 0 && authnContexts.every((context) => multiFactorContexts.includes(context));
}

/** Reports the same of an OpenID provider, by the claims of its signed ID token (RFC 8176 §2, `mfa`). */
export function assertsByOidc({ amr, acr }: Claims): boolean {
  return (Array.isArray(amr) && amr.includes('mfa')) || multiFactorAcr.some((value) => value === acr);
}
