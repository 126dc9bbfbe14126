import { type TextField, textFields } from '../../../core/profile-fields.ts';
import { typedText } from '../../../core/typed-text.ts';
import type { SessionLimits } from '../tenants/tenant.ts';

/** A person or test user of a project. */
export interface User extends StoredUser {
  /** Values by attribute name. */
  customAttributes: Record<string, unknown>;
}

/** A user as one query returns it, before attribute names are added. */
export interface StoredUser extends Record<TextField, string> {
  id: string;
  /** Login IDs as written; the first one is the one the user was created with. */
  loginIds: string[];
  status: 'invited' | 'enabled' | 'disabled';
  email: string;
  verifiedEmail: boolean;
  /** The address that the user has proven; it may be a former one. */
  provedEmail: string;
  phone: string;
  verifiedPhone: boolean;
  /** Recovery addresses cannot be used to sign in. */
  recoveryEmail: string;
  verifiedRecoveryEmail: boolean;
  recoveryPhone: string;
  verifiedRecoveryPhone: boolean;
  test: boolean;
  /** Values of custom attributes by attribute ID. */
  storedAttributes: Record<string, unknown>;
  createdAt: number;
  modifiedAt: number;
  /** The start of the day of the last sign-in, in UTC; 0: none is known. */
  lastSignInDay: number;
  /** The last time at which an invitation was sent; 0: never. */
  invitedAt: number;
  /** Roles in the project. */
  roleNames: string[];
  permissions: string[];
  tenants: Membership[];
  ssoAppIds: string[];
  /**
   * The end of the user's consent to impersonation, if only some users may impersonate; 0: no consent. May be in
   * the past.
   */
  consentExpiresAt: number;
  hasTotp: boolean;
  hasPassword: boolean;
  hasPasskey: boolean;
  /** The protocols of the tenants' connections through which the user has signed in. */
  ssoProtocols: ('none' | 'saml' | 'oidc')[];
  /** The names of the project's OAuth providers through which the user signs in. */
  oauthProviders: string[];
}

export interface Membership {
  tenantId: string;
  tenantName: string;
  /** The time since which the user is a member of it, or inherits roles in it. */
  joinedAt?: number;
  /** The time at which the tenant last came into reach of members who could not reach it before; absent: never. */
  openSince?: number;
  /** The limits that the tenant sets for its members' sessions. */
  sessionLimits?: SessionLimits;
  /** The users whose roles pass on to the tenant's sub-tenants; absent if it has none. */
  passesRoles?: 'all' | 'users' | 'none';
  /** The user belongs to an ancestor of this tenant, not to the tenant itself. */
  isInherited?: boolean;
  /** Nobody can use the tenant. */
  isDisabled?: boolean;
  /** The tenant requires sign-in through its SSO, since this time. */
  enforcesSso?: { since: number };
  roleNames: string[];
  permissions: string[];
}

/** Returns the time at which a tenant came into reach of its member: a session from before must satisfy its sign-in policy. */
export function beganAt({ joinedAt = 0, openSince = 0 }: Membership): number {
  return Math.max(joinedAt, openSince);
}

/** Returns the status as people see it. An invited user to whom no invitation was sent has only been created. */
export function shownStatus({ status, invitedAt }: StoredUser): StoredUser['status'] | 'created' {
  return status === 'invited' && invitedAt === 0 ? 'created' : status;
}

/** The second factors that a user sets up. An address that can receive a code is none of them. */
export const factorsToSetUp = ['totp', 'passkey'] as const;

/** Reports whether an administrator has disabled the user, who then has no access by any means. */
export function isDisabled({ status }: { status?: StoredUser['status'] | undefined }): boolean {
  return status === 'disabled';
}

type Texts = Record<TextField, string>;

/** Returns the plain texts of a profile. */
export function textsOf(profile: Partial<Texts>): Texts {
  return withTexts({}, profile);
}

/** Adds the plain texts of a profile. Runs for each user that is read and returned, so it creates no object of its own. */
export function withTexts<T extends object>(target: T, profile: Partial<Texts>): T & Texts {
  const texts = target as Partial<Texts>;
  for (const field of textFields) texts[field] = profile[field] ?? '';
  return target as T & Texts;
}

export const userIdPattern = /^U[0-9A-Za-z]{27}$/;

/** Returns the user ID in a `loginId` field, which accepts either, or an empty text. */
export function readUserId(text: string): string {
  const id = typedText(text);
  return userIdPattern.test(id) ? id : '';
}

/** In code points. */
export const maxLoginIdLength = 255;

export const userLimits = {
  additionalLoginIds: 10,
  tenants: 100,
  /** The limit for the project, and for each tenant. */
  roles: 100,
  ssoApps: 100,
} as const;
