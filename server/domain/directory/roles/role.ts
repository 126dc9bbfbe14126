import { tenantAdmin } from '../../../core/built-in-rights.ts';

/** A named set of permissions that users hold in the project or within a tenant. */
export interface Role {
  id: string;
  /** The tenant; empty for a role of the project, which users can also hold in every tenant. */
  tenantId: string;
  name: string;
  description: string;
  permissionNames: string[];
  /** New users get it by default. */
  isDefault: boolean;
  /** Hidden from administrators of a tenant. */
  isPrivate: boolean;
  createdAt: number;
}

/** Reports whether the role is the built-in one, which can be given but neither changed nor deleted. */
export function isBuiltIn({ id }: { id: string }): boolean {
  return id === tenantAdmin.id;
}

/** The largest list in one response. */
export const maxRoles = 10_000;

/** Identifies a role by ID, or else by name in a tenant (empty: in the project). */
export interface RoleReference {
  id?: string;
  name?: string;
  tenantId?: string;
}
