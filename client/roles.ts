import type { SessionClaims } from './session.ts';

/**
 * Checks of the roles and permissions in a verified session. They read only the claims that `validateSession` returns, so
 * they cost no request. Claims change with the next session JWT.
 */
export interface Roles {
  /** Reports whether the user has all these roles in the project. */
  validateRoles(claims: SessionClaims, roles: readonly string[]): boolean;
  /** Returns those of these roles that the user has in the project. */
  getMatchedRoles(claims: SessionClaims, roles: readonly string[]): string[];
  /** Reports whether the user has all these permissions in the project. */
  validatePermissions(claims: SessionClaims, permissions: readonly string[]): boolean;
  /** Returns those of these permissions that the user has in the project. */
  getMatchedPermissions(claims: SessionClaims, permissions: readonly string[]): string[];
  /** Reports whether the user belongs to the tenant and has all these roles there. */
  validateTenantRoles(claims: SessionClaims, tenantId: string, roles: readonly string[]): boolean;
  /** Returns those of these roles that the user has in the tenant. */
  getMatchedTenantRoles(claims: SessionClaims, tenantId: string, roles: readonly string[]): string[];
  /** Reports whether the user belongs to the tenant and has all these permissions there. */
  validateTenantPermissions(claims: SessionClaims, tenantId: string, permissions: readonly string[]): boolean;
  /** Returns those of these permissions that the user has in the tenant. */
  getMatchedTenantPermissions(
    claims: SessionClaims,
    tenantId: string,
    permissions: readonly string[],
  ): string[];
}

type Grants = { roles?: string[]; permissions?: string[] };

export const roles: Roles = {
  validateRoles: (claims, wanted) => hasAll(claims, 'roles', wanted),
  getMatchedRoles: (claims, wanted) => matched(claims, 'roles', wanted),
  validatePermissions: (claims, wanted) => hasAll(claims, 'permissions', wanted),
  getMatchedPermissions: (claims, wanted) => matched(claims, 'permissions', wanted),
  validateTenantRoles: (claims, tenantId, wanted) => hasAll(inTenant(claims, tenantId), 'roles', wanted),
  getMatchedTenantRoles: (claims, tenantId, wanted) => matched(inTenant(claims, tenantId), 'roles', wanted),
  validateTenantPermissions: (claims, tenantId, wanted) =>
    hasAll(inTenant(claims, tenantId), 'permissions', wanted),
  getMatchedTenantPermissions: (claims, tenantId, wanted) =>
    matched(inTenant(claims, tenantId), 'permissions', wanted),
};

/** Own properties only: `constructor` is the ID of no tenant. */
function inTenant({ tenants = {} }: SessionClaims, tenantId: string): Grants | undefined {
  return Object.hasOwn(tenants, tenantId) ? tenants[tenantId] : undefined;
}

function hasAll(grants: Grants | undefined, kind: keyof Grants, wanted: readonly string[]): boolean {
  return grants !== undefined && wanted.every((name) => grants[kind]?.includes(name));
}

function matched(grants: Grants | undefined, kind: keyof Grants, wanted: readonly string[]): string[] {
  return wanted.filter((name) => grants?.[kind]?.includes(name));
}
