import { isBuiltIn } from '../../directory/permissions/permission.ts';
import type { User } from '../../directory/users/user.ts';

/** The built-in permission (permissions/permission.ts). */
const permission = 'Impersonate';

/**
 * Whether somebody's permission reaches a user: held in the project it reaches everybody; held in tenants it reaches
 * who belongs to these and to no other tenant. A user of another tenant as well stays out of reach, because acting as
 * them opens that tenant too.
 */
export function reaches(impersonator: User, user: User): boolean {
  if (impersonator.permissions.includes(permission)) return true;
  const tenantIds = new Set(
    impersonator.tenants
      .filter((tenant) => tenant.permissions.includes(permission))
      .map((tenant) => tenant.tenantId),
  );
  return user.tenants.length > 0 && user.tenants.every((tenant) => tenantIds.has(tenant.tenantId));
}

/**
 * The roles and permissions of a user that an impersonator lacks, in words. What the user holds in the project the
 * impersonator must hold there; what the user holds in a tenant, there or in the project. Roles count by name beside
 * their permissions, because applications ask for either.
 */
export function missingGrants(impersonator: User, user: User): string[] {
  const inProject = missingIn([impersonator], user, '');
  const inTenants = user.tenants.flatMap((tenant) => {
    const same = impersonator.tenants.find(({ tenantId }) => tenantId === tenant.tenantId);
    return missingIn([impersonator, ...(same ? [same] : [])], tenant, ` in the tenant ${tenant.tenantId}`);
  });
  return [...inProject, ...inTenants];
}

/**
 * The built-in permissions of a user that an impersonator lacks, in words. With them a user administers others, so they
 * must be held as `missingGrants` says, while roles and the application's own permissions need not be.
 */
export function missingBuiltIn(impersonator: User, user: User): string[] {
  const builtInOf = (grants: Grants) => grants.permissions.filter((name) => isBuiltIn({ name }));
  return missingGrants(impersonator, {
    ...user,
    roleNames: [],
    permissions: builtInOf(user),
    tenants: user.tenants.map((tenant) => ({ ...tenant, roleNames: [], permissions: builtInOf(tenant) })),
  });
}

type Grants = Pick<User, 'roleNames' | 'permissions'>;

function missingIn(held: Grants[], wanted: Grants, where: string): string[] {
  const roles = new Set(held.flatMap((grants) => grants.roleNames));
  const permissions = new Set(held.flatMap((grants) => grants.permissions));
  return [
    ...wanted.roleNames.filter((name) => !roles.has(name)).map((name) => `the role ${name}${where}`),
    ...wanted.permissions
      .filter((name) => !permissions.has(name))
      .map((name) => `the permission ${name}${where}`),
  ];
}
