import { impersonateName, ssoAdmin, tenantAdmin, userAdmin } from '../../../core/built-in-rights.ts';
import type { ProjectContext } from '../../../core/context.ts';
import type { Role } from '../../directory/roles/role.ts';
import { searchRoles } from '../../directory/roles/search-roles.ts';
import { hasAll } from '../../sessions/tenant-administrators/checks.ts';
import type { OpenSetup } from './setup-link.ts';

/** Permissions that no link gives, because they outlive it. */
const administrative = [userAdmin.name, ssoAdmin.name, impersonateName];

/**
 * Returns the roles that the page may give to groups, by name. A signed-in administrator gives what the roles' permissions allow; a link, if it may
 * map roles, those that administer nothing. Private roles never.
 */
export async function assignableRoles(ctx: ProjectContext, setup: OpenSetup): Promise<Role[]> {
  const { tenantId, held } = setup.link;
  if (setup.loaded.tenant.settings.ssoSetupSuite.disabledFeatures.groupMapping) return [];
  if (held && !held.mapsRoles) return [];
  const roles = await searchRoles(ctx, { tenantIds: [tenantId], includeProjectRoles: true });
  const ofTenant = new Set(roles.filter((role) => role.tenantId === tenantId).map(({ name }) => name));
  const { administrator } = setup;
  return roles
    .filter((role) => !role.isPrivate && (role.tenantId === tenantId || !ofTenant.has(role.name)))
    .filter((role) =>
      administrator ? hasAll(administrator, role.permissionNames) : administersNothing(role),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function administersNothing({ id, permissionNames }: Role): boolean {
  return id !== tenantAdmin.id && !permissionNames.some((name) => administrative.includes(name));
}
