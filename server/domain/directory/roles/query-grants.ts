import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../../../storage/tables.ts';

/** Rows of a table that says which roles its holders have: `userRoles` or `accessKeyRoles`. */
type Held = Pick<Tables['accessKeyRoles'], 'projectId' | 'tenantId' | 'roleId'>;

/** A role that is held in a tenant (empty: in the project), with one of its permissions. */
export interface Grant {
  tenantId: string;
  role: string;
  permission: string | null;
}

/**
 * Completes a query of held roles with their names and permissions, one row for each permission. For the stores of
 * users and access keys, which choose the rows of the holder.
 */
export function selectGrants<O>(held: SelectQueryBuilder<Tables & { held: Held }, 'held', O>) {
  return held
    .innerJoin('roles', (join) =>
      join.onRef('roles.projectId', '=', 'held.projectId').onRef('roles.id', '=', 'held.roleId'),
    )
    .leftJoin('rolePermissions', (join) =>
      join
        .onRef('rolePermissions.projectId', '=', 'roles.projectId')
        .onRef('rolePermissions.roleId', '=', 'roles.id'),
    )
    .leftJoin('permissions', (join) =>
      join
        .onRef('permissions.projectId', '=', 'rolePermissions.projectId')
        .onRef('permissions.id', '=', 'rolePermissions.permissionId'),
    )
    .select(['held.tenantId', 'roles.name as role', 'permissions.name as permission']);
}

/** Rows of a table that says to which tenants its holders belong: `tenantMembers` or `accessKeyTenants`. */
type Joined = Pick<Tables['accessKeyTenants'], 'projectId' | 'tenantId'>;

/** Completes a query of memberships with the tenants. */
export function selectTenants<O>(joined: SelectQueryBuilder<Tables & { joined: Joined }, 'joined', O>) {
  return joined
    .innerJoin('tenants', (join) =>
      join.onRef('tenants.projectId', '=', 'joined.projectId').onRef('tenants.id', '=', 'joined.tenantId'),
    )
    .select(['tenants.id', 'tenants.name', 'tenants.passesRoles', 'tenants.disabled']);
}

/** Returns the roles that are held in a tenant (empty: in the project), in the order of the grants, and their permissions. */
export function grantsIn(grants: Grant[], tenantId: string): { roleNames: string[]; permissions: string[] } {
  const here = grants.filter((grant) => grant.tenantId === tenantId);
  return {
    roleNames: [...new Set(here.map(({ role }) => role))],
    permissions: [...new Set(here.flatMap(({ permission }) => permission ?? []))].sort(),
  };
}
