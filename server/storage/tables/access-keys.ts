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
  /** Accurate to five minutes. */
  lastUsedAt: Moment | null;
  /** The ID of the management key or of another creator. */
  createdBy: string;
  /** The user whom the key acts for. It is deleted with the user. */
  boundUserId: string | null;
  customClaims: Json;
  customAttributes: Json;
  /** JSON array of addresses and networks. Empty: from anywhere. */
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
  /** The tenant in which the key has the role. Empty: in the project. */
  tenantId: string;
  roleId: string;
}
