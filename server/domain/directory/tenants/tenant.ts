import { ServiceError } from '../../../core/errors.ts';
import { asciiDomain } from '../../../core/mail-address.ts';
import { refuseMissing } from '../../../core/names.ts';

/** The tenant's limits for its members' sessions, in seconds; absent: no limit. */
export interface SessionLimits {
  sessionSeconds?: number;
  idleSeconds?: number;
  lifetimeSeconds?: number;
  stepUpSeconds?: number;
}

/** The ID of a tenant's first SSO connection, which is also the default of `ssoId`. */
export const defaultConnectionId = 'default_ssoid';

/** A customer organization with its own users, roles and sign-in rules. */
export interface Tenant {
  id: string;
  name: string;
  /** The parent; empty for a top-level tenant. */
  parentId: string;
  childIds: string[];
  selfProvisioningDomains: string[];
  /** Email domains whose users are sent to the tenant's SSO. */
  ssoDomains: string[];
  authType: AuthType;
  /** SSO connections in addition to the default one. */
  additionalConnections: { id: string; name: string; protocol: string }[];
  /** The project roles that new users of the tenant get. */
  defaultRoleNames: string[];
  customAttributes: Record<string, unknown>;
  settings: TenantSettings;
  createdAt: number;
}

export type AuthType = 'none' | 'saml' | 'oidc';

export const timeUnits = ['', 'minutes', 'hours', 'days', 'weeks'] as const;
export type TimeUnit = (typeof timeUnits)[number];

/**
 * The settings as the administrator entered them. Each duration has the unit in the field next to it; 0 means not
 * set.
 */
export interface TenantSettings {
  disabled: boolean;
  enforceSso: boolean;
  /** IDs of users who may sign in without SSO. */
  enforceSsoExclusions: string[];
  /** SSO does not create users. */
  jitDisabled: boolean;
  federatedAppIds: string[];
  roleInheritance: '' | 'none' | 'userOnly';
  ssoSetupSuite: SsoSetupSuite;
  /** Applies the session settings below: see `session-limits.ts`. */
  sessionSettingsEnabled: boolean;
  refreshTokenExpiration: number;
  refreshTokenExpirationUnit: TimeUnit;
  sessionTokenExpiration: number;
  sessionTokenExpirationUnit: TimeUnit;
  stepupTokenExpiration: number;
  stepupTokenExpirationUnit: TimeUnit;
  enableInactivity: boolean;
  inactivityTime: number;
  inactivityTimeUnit: TimeUnit;
}

/** The options that the page behind a setup link shows to the tenant's administrator. */
export interface SsoSetupSuite {
  /** Defaults to `true`. */
  offered?: boolean;
  disabledFeatures: {
    saml: boolean;
    oidc: boolean;
    scim: boolean;
    ssoDomains: boolean;
    groupMapping: boolean;
  };
}

export const defaultTenantSettings: TenantSettings = {
  disabled: false,
  enforceSso: false,
  enforceSsoExclusions: [],
  jitDisabled: false,
  federatedAppIds: [],
  roleInheritance: '',
  ssoSetupSuite: {
    disabledFeatures: { saml: false, oidc: false, scim: false, ssoDomains: false, groupMapping: false },
  },
  sessionSettingsEnabled: false,
  refreshTokenExpiration: 0,
  refreshTokenExpirationUnit: '',
  sessionTokenExpiration: 0,
  sessionTokenExpirationUnit: '',
  stepupTokenExpiration: 0,
  stepupTokenExpirationUnit: '',
  enableInactivity: false,
  inactivityTime: 0,
  inactivityTimeUnit: '',
};

/** The largest list in one response. */
export const maxTenants = 10_000;

export const tenantIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const tenantIdRule = '1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first';

/** IDs are part of URL paths, where a leading dot would have a meaning. */
export function readTenantId(id: string): string {
  refuseMissing('The ID of a tenant', id);
  if (tenantIdPattern.test(id)) return id;
  throw new ServiceError('E011004', `id must have ${tenantIdRule}`);
}

/** Normalises domains to the form in which addresses are compared: ASCII (RFC 5890), lower case, each once. */
export function readDomains(domains: string[]): string[] {
  const read = domains.map((domain) => {
    const ascii = asciiDomain(domain.trim());
    if (ascii.length > 253 || !/^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(ascii)) {
      throw new ServiceError(
        'E011004',
        `${JSON.stringify(domain)} is not a valid domain. Give a host name such as example.com`,
      );
    }
    return ascii;
  });
  return [...new Set(read)];
}

export const maxAttributes = 50;
const maxAttributeBytes = 4_096;

/** Accepts any JSON within the limits. Leaves out attributes that are `null`. */
export function readCustomAttributes(attributes: Record<string, unknown>): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== null);
  if (given.length > maxAttributes) {
    throw new ServiceError('E011004', `A tenant can have at most ${maxAttributes} custom attributes`);
  }
  for (const [name, value] of given) {
    if (Buffer.byteLength(name) <= 255 && Buffer.byteLength(JSON.stringify(value)) <= maxAttributeBytes)
      continue;
    throw new ServiceError(
      'E011004',
      `The custom attribute ${name.slice(0, 255)} is too long. Its name can have at most 255 bytes, ` +
        `its value ${maxAttributeBytes}`,
    );
  }
  return JSON.stringify(Object.fromEntries(given));
}
