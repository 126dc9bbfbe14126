import { impersonate } from '../../directory/permissions/permission.ts';
import type { User } from '../../directory/users/user.ts';

const permission = impersonate.name;

/**
 * Reports whether the impersonator's permission applies to a user. Held in the project, it applies to every user.
 * Held in tenants, it applies to users who belong to these tenants only: a user of another tenant is excluded,
 * because impersonating them would open that tenant, too. A right that is held in a disabled tenant does not count.
 */
export function reaches(impersonator: User, user: User): boolean {
  if (impersonator.permissions.includes(permission)) return true;
  const tenantIds = new Set(
    impersonator.tenants
      .filter(({ permissions, isDisabled }) => !isDisabled && permissions.includes(permission))
      .map((tenant) => tenant.tenantId),
  );
  return user.tenants.length > 0 && user.tenants.every((tenant) => tenantIds.has(tenant.tenantId));
}

/**
 * Describes the roles and permissions of a user that an impersonator lacks. The impersonator must hold a project
 * grant of the user in the project, and a tenant grant in that tenant or in the project. Roles count by name in
 * addition to their permissions, because applications check either.
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
 * Describes where a user has the permission to impersonate and an impersonator lacks it by the rules of `missingGrants`. Nothing else that
 * the user holds is required. That includes the rights of tenant administrators, which an impersonated session cannot use.
 */
export function missingImpersonate(impersonator: User, user: User): string[] {
  const only = (grants: Grants) => grants.permissions.filter((name) => name === permission);
  return missingGrants(impersonator, {
    ...user,
    roleNames: [],
    permissions: only(user),
    tenants: user.tenants.map((tenant) => ({ ...tenant, roleNames: [], permissions: only(tenant) })),
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
