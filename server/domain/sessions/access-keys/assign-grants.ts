import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { resolveRoleIds } from '../../directory/roles/resolve-roles.ts';
import { requireTenants } from '../../directory/tenants/load-tenant.ts';
import { maxKeyTenants } from './access-key.ts';
import { deleteKeyRolesInTenant, replaceKeyRoles, replaceKeyTenants } from './store-grants.ts';

export interface KeyGrants {
  /** In the project. With tenants they are left aside, as with users. */
  roleNames?: string[];
  tenants?: { tenantId: string; roleNames?: string[] }[];
}

/** Part of a transaction. What is absent stays; what is unknown is refused with E011004. */
export async function assignGrants(
  ctx: ProjectContext,
  keyId: string,
  { roleNames, tenants }: KeyGrants,
): Promise<void> {
  const projectId = ctx.project.id;
  const ownRoles = tenants && tenants.length > 0 && roleNames ? [] : roleNames;
  if (ownRoles) {
    await replaceKeyRoles(ctx.db, projectId, keyId, '', await resolveRoleIds(ctx, '', ownRoles));
  }
  if (!tenants) return;
  const byTenant = rolesByTenant(tenants);
  if (byTenant.size > maxKeyTenants) {
    throw new ServiceError('E011004', `An access key has at most ${maxKeyTenants} tenants`);
  }
  const tenantIds = [...byTenant.keys()];
  await requireTenants(ctx, tenantIds);
  await replaceKeyTenants(ctx.db, projectId, keyId, tenantIds);
  for (const [tenantId, names] of byTenant) {
    if (names.length === 0) continue;
    await replaceKeyRoles(ctx.db, projectId, keyId, tenantId, await resolveRoleIds(ctx, tenantId, names));
  }
}

/** A tenant that stands twice has the roles of both. */
function rolesByTenant(tenants: NonNullable<KeyGrants['tenants']>): Map<string, string[]> {
  const roles = new Map<string, string[]>();
  for (const { tenantId, roleNames = [] } of tenants) {
    roles.set(tenantId, [...(roles.get(tenantId) ?? []), ...roleNames]);
  }
  return roles;
}

/** Takes the roles in a tenant from all access keys. Part of the deletion of the tenant. */
export function removeKeyRolesInTenant(ctx: ProjectContext, tenantId: string): Promise<void> {
  return deleteKeyRolesInTenant(ctx.db, ctx.project.id, tenantId);
}
