import type { Flag, Moment } from './columns.ts';

export interface RolesTables {
  roles: RolesTable;
  permissions: PermissionsTable;
  rolePermissions: RolePermissionsTable;
}

interface RolesTable {
  projectId: string;
  id: string;
  /** The tenant; empty for a project role, which users can also hold in every tenant. */
  tenantId: string;
  /** Unique in its tenant, or among the roles of the project. */
  name: string;
  /** For searching. */
  foldedName: string;
  description: string;
  /** New users get it. */
  isDefault: Flag;
  isPrivate: Flag;
  createdAt: Moment;
}

interface PermissionsTable {
  projectId: string;
  id: string;
  name: string;
  description: string;
  createdAt: Moment;
}

interface RolePermissionsTable {
  projectId: string;
  roleId: string;
  permissionId: string;
}
