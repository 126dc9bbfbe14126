import type { Json, Moment } from './columns.ts';

export interface AccessKeysTables {
  accessKeys: AccessKeysTable;
  accessKeyTenants: AccessKeyTenantsTable;
  accessKeyRoles: AccessKeyRolesTable;
}

interface AccessKeysTable {
  projectId: string;
  id: string;
  name: string;
  foldedName: string;
  description: string;
  hash: string;
  status: 'active' | 'inactive';
  createdAt: Moment;
  expiresAt: Moment | null;
  /** To within five minutes. */
  lastUsedAt: Moment | null;
  /** The ID of the management key, or of whoever else made it. */
  createdBy: string;
  /** The user in whose place the key acts. It goes when the user goes. */
  boundUserId: string | null;
  customClaims: Json;
  customAttributes: Json;
  /** JSON array of addresses and networks; empty: from everywhere. */
  permittedIps: Json;
}

interface AccessKeyTenantsTable {
  projectId: string;
  keyId: string;
  tenantId: string;
}

interface AccessKeyRolesTable {
  projectId: string;
  keyId: string;
  /** Where the key has the role; empty: in the project. */
  tenantId: string;
  roleId: string;
}
