import { ServiceError } from '../../../core/errors.ts';

/** What a program shows in order to get a session: of its own, or that of the user it is bound to. */
export interface AccessKey {
  id: string;
  name: string;
  description: string;
  status: 'active' | 'inactive';
  createdAt: number;
  expiresAt: number | null;
  /** To within five minutes. */
  lastUsedAt: number | null;
  /** The ID of the management key that made it. */
  createdBy: string;
  /** Empty: none. Otherwise the key has the roles and tenants of this user, and none of its own. */
  boundUserId: string;
  /** In the project. */
  roleNames: string[];
  permissions: string[];
  tenants: KeyTenant[];
  /** In every session JWT of the key, at the top level. */
  customClaims: Record<string, unknown>;
  customAttributes: Record<string, unknown>;
  /** Empty: from everywhere. */
  permittedIps: string[];
}

interface KeyTenant {
  tenantId: string;
  tenantName: string;
  /** Whose roles go on to its sub-tenants. */
  passesRoles: 'all' | 'users' | 'none';
  roleNames: string[];
  permissions: string[];
}

/** Of one list answer. */
export const maxAccessKeys = 10_000;
export const maxKeyTenants = 100;
export const maxKeyRoles = 100;
export const maxAttributes = 50;
const maxAttributeBytes = 4_096;

/** Any JSON, within limits. */
export function readAttributes(attributes: Record<string, unknown>): string {
  const entries = Object.entries(attributes);
  const long = entries.find(
    ([name, value]) =>
      Buffer.byteLength(name) > 255 || Buffer.byteLength(JSON.stringify(value)) > maxAttributeBytes,
  );
  if (entries.length <= maxAttributes && !long) return JSON.stringify(attributes);
  throw new ServiceError(
    'E011004',
    `customAttributes has at most ${maxAttributes} entries, with names of at most 255 and values of at most ` +
      `${maxAttributeBytes} bytes`,
  );
}

export function noAccessKey(ids: string[]): ServiceError {
  return new ServiceError('E111501', `There is no access key with the ID ${ids.join(', ').slice(0, 400)}`);
}

/** Only what is live can be exchanged or rotated. */
export function isLive({ status, expiresAt }: Pick<AccessKey, 'status' | 'expiresAt'>, now: number): boolean {
  return status === 'active' && (expiresAt === null || expiresAt > now);
}
