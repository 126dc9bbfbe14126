import type { ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { resolveRoleIds } from '../../directory/roles/resolve-roles.ts';
import { requireTenants } from '../../directory/tenants/load-tenant.ts';
import { maxKeyTenants } from './access-key.ts';
import { deleteKeyRolesInTenant, replaceKeyRoles, replaceKeyTenants } from './store-grants.ts';

export interface KeyGrants {
  /** Roles in the project. Ignored if there are tenants, as for users. */
  roleNames?: string[];
  tenants?: { tenantId: string; roleNames?: string[] }[];
}

/** Assigns tenants and roles as part of a transaction. Absent fields stay as they are; E011004 names unknown values. */
export async function assignGrants(
  ctx: ProjectData,
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
    throw new ServiceError('E011004', `An access key can have at most ${maxKeyTenants} tenants`);
  }
  const tenantIds = [...byTenant.keys()];
  await requireTenants(ctx, tenantIds);
  await replaceKeyTenants(ctx.db, projectId, keyId, tenantIds);
  for (const [tenantId, names] of byTenant) {
    if (names.length === 0) continue;
    await replaceKeyRoles(ctx.db, projectId, keyId, tenantId, await resolveRoleIds(ctx, tenantId, names));
  }
}

/** Combines the roles of a tenant that is given twice. */
function rolesByTenant(tenants: NonNullable<KeyGrants['tenants']>): Map<string, string[]> {
  const roles = new Map<string, string[]>();
  for (const { tenantId, roleNames = [] } of tenants) {
    roles.set(tenantId, [...(roles.get(tenantId) ?? []), ...roleNames]);
  }
  return roles;
}

/** Removes the roles in a tenant from all access keys. Part of the transaction that deletes the tenant. */
export function removeKeyRolesInTenant(ctx: ProjectData, { tenantId }: { tenantId: string }): Promise<void> {
  return deleteKeyRolesInTenant(ctx.db, ctx.project.id, tenantId);
}
