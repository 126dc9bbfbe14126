import { ServiceError } from '../../../core/errors.ts';

/** The credential with which a program gets a session: its own, or that of the user to whom the key is bound. */
export interface AccessKey {
  id: string;
  name: string;
  description: string;
  status: 'active' | 'inactive';
  createdAt: number;
  expiresAt: number | null;
  /** Precise to five minutes. */
  lastUsedAt: number | null;
  /** The ID of the management key that created it. */
  createdBy: string;
  /** The user to whom the key is bound; empty for none. A bound key has the roles and tenants of this user, and none of its own. */
  boundUserId: string;
  /** Roles in the project. */
  roleNames: string[];
  permissions: string[];
  tenants: KeyTenant[];
  /** Added to every session JWT of the key, at the top level. */
  customClaims: Record<string, unknown>;
  customAttributes: Record<string, unknown>;
  /** The allowed networks; empty for any address. */
  permittedIps: string[];
}

interface KeyTenant {
  tenantId: string;
  tenantName: string;
  /** The members whose roles pass on to the tenant's sub-tenants. */
  passesRoles: 'all' | 'users' | 'none';
  roleNames: string[];
  permissions: string[];
}

/** The largest list in one response. */
export const maxAccessKeys = 10_000;
export const maxKeyTenants = 100;
export const maxKeyRoles = 100;
export const maxAttributes = 50;
const maxAttributeBytes = 4_096;

/** Accepts any JSON within the limits. Leaves out attributes that are `null`. */
export function readAttributes(attributes: Record<string, unknown>): string {
  const entries = Object.entries(attributes).filter(([, value]) => value !== null);
  const long = entries.find(
    ([name, value]) =>
      Buffer.byteLength(name) > 255 || Buffer.byteLength(JSON.stringify(value)) > maxAttributeBytes,
  );
  if (entries.length <= maxAttributes && !long) return JSON.stringify(Object.fromEntries(entries));
  throw new ServiceError(
    'E011004',
    `customAttributes can have at most ${maxAttributes} entries, with names of at most 255 and values ` +
      `of at most ${maxAttributeBytes} bytes`,
  );
}

export function noAccessKey(ids: string[]): ServiceError {
  return new ServiceError('E111501', `No access key has the ID ${ids.join(', ').slice(0, 400)}`);
}

/** Reports whether a key can be exchanged and rotated. */
export function isLive({ status, expiresAt }: Pick<AccessKey, 'status' | 'expiresAt'>, now: number): boolean {
  return status === 'active' && (expiresAt === null || expiresAt > now);
}
