/** A name for permissions that users hold together, in the project or within a tenant. */
export interface Role {
  id: string;
  /** Empty: a role of the project, which can be held in every tenant too. */
  tenantId: string;
  name: string;
  description: string;
  permissionNames: string[];
  /** New users are given it. */
  isDefault: boolean;
  /** Not shown to administrators of a tenant. */
  isPrivate: boolean;
  createdAt: number;
}

/** Of one list answer. */
export const maxRoles = 10_000;

/** A role that a caller means: by ID, or else by name in a tenant (empty: in the project). */
export interface RoleReference {
  id?: string;
  name?: string;
  tenantId?: string;
}
