import type { SessionLimits } from '../tenants/tenant.ts';

/** A person (or a test user) of a project. */
export interface User extends StoredUser {
  /** By name. */
  customAttributes: Record<string, unknown>;
}

/** The same, as one query gives it. */
export interface StoredUser {
  id: string;
  /** As written; the first is the one that the user was made with. */
  loginIds: string[];
  status: 'invited' | 'enabled' | 'disabled';
  name: string;
  givenName: string;
  middleName: string;
  familyName: string;
  email: string;
  verifiedEmail: boolean;
  /** The address that the user has proven themselves; it may be an old one. */
  provedEmail: string;
  phone: string;
  verifiedPhone: boolean;
  /** For getting an account back; nobody signs in by them. */
  recoveryEmail: string;
  verifiedRecoveryEmail: boolean;
  recoveryPhone: string;
  verifiedRecoveryPhone: boolean;
  picture: string;
  test: boolean;
  /** Values of custom attributes, by the attributes' IDs. */
  keptAttributes: Record<string, unknown>;
  createdAt: number;
  modifiedAt: number;
  /** In the project. */
  roleNames: string[];
  permissions: string[];
  tenants: Membership[];
  ssoAppIds: string[];
  /** Until when the user lets others act in their name, if only some of them; 0: nobody. May be past. */
  consentExpiresAt: number;
  hasTotp: boolean;
  hasPassword: boolean;
  hasPasskey: boolean;
  /** Of the tenants' connections that they came through. */
  ssoProtocols: ('none' | 'saml' | 'oidc')[];
  /** At which they sign in, by their names in the project. */
  oauthProviders: string[];
}

export interface Membership {
  tenantId: string;
  tenantName: string;
  /** What the tenant asks of its members' sessions, if anything. */
  sessionLimits?: SessionLimits;
  /** Whose roles go on to its sub-tenants, if it has any. */
  passesRoles?: 'all' | 'users' | 'none';
  /** A sub-tenant of one that the holder belongs to, not one that they belong to. */
  isInherited?: boolean;
  /** The tenant wants sign-ins through its SSO. */
  enforcesSso?: boolean;
  roleNames: string[];
  permissions: string[];
}

/** Where somebody is looked up whose `loginId` field may hold either. */
export const userIdPattern = /^U[0-9A-Za-z]{27}$/;

export const userLimits = {
  nameLength: 256,
  pictureLength: 2_048,
  additionalLoginIds: 10,
  tenants: 100,
  /** In the project, and in each tenant. */
  roles: 100,
  ssoApps: 100,
} as const;
