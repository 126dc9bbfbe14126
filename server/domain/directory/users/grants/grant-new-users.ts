import type { ProjectContext } from '../../../../core/context.ts';
import { defaultRoleIds } from '../../roles/default-roles.ts';
import { resolveRoleIds } from '../../roles/resolve-roles.ts';
import { requireTenants } from '../../tenants/load-tenant.ts';
import { checkLimit } from '../change-user.ts';
import { userLimits } from '../user.ts';
import type { TenantGrant } from './grants.ts';
import { insertMemberships, insertUserRoles } from './store.ts';

export interface FirstGrants {
  userId: string;
  /** Ignored if there are tenants. */
  roleNames?: string[] | undefined;
  tenants?: TenantGrant[] | undefined;
}

/**
 * Assigns tenants and roles to new users. Without role names, a user gets the default roles of the tenant, or of
 * the project if the user has no tenant. Part of a transaction.
 */
export async function grantNew(ctx: ProjectContext, users: FirstGrants[]): Promise<void> {
  await joinTenants(ctx, users);
  const roleIdsOf = rolesByName(ctx);
  const rows = [];
  for (const { userId, tenants = [], roleNames } of users) {
    const grants: TenantGrant[] =
      tenants.length > 0 ? tenants : [{ tenantId: '', roleNames: roleNames ?? [] }];
    for (const { tenantId, roleNames = [], roleIds = [] } of grants) {
      const named = [...roleIds, ...(await roleIdsOf(tenantId, roleNames))];
      const ids = [...new Set(named.length > 0 ? named : await roleIdsOf(tenantId))];
      checkLimit(ids.length, userLimits.roles, 'roles in the project or in a tenant');
      const place = { projectId: ctx.project.id, userId, tenantId };
      rows.push(...ids.map((roleId, position) => ({ ...place, roleId, position })));
    }
  }
  if (rows.length > 0) await insertUserRoles(ctx.db, withoutRepetitions(rows));
}

async function joinTenants(ctx: ProjectContext, users: FirstGrants[]): Promise<void> {
  const place = { projectId: ctx.project.id, createdAt: ctx.now() };
  const rows = users.flatMap(({ userId, tenants = [] }) => {
    const tenantIds = [...new Set(tenants.map((grant) => grant.tenantId))];
    checkLimit(tenantIds.length, userLimits.tenants, 'tenants');
    return tenantIds.map((tenantId, position) => ({ ...place, userId, tenantId, position }));
  });
  if (rows.length === 0) return;
  await requireTenants(ctx, [...new Set(rows.map((row) => row.tenantId))]);
  await insertMemberships(ctx.db, rows);
}

/** Looks up each list of role names, or the default roles of each tenant, only once. */
function rolesByName(ctx: ProjectContext): (tenantId: string, names?: string[]) => Promise<string[]> {
  const known = new Map<string, Promise<string[]>>();
  return (tenantId, names) => {
    const key = JSON.stringify([tenantId, names]);
    const found =
      known.get(key) ?? (names ? resolveRoleIds(ctx, tenantId, names) : defaultRoleIds(ctx, tenantId));
    known.set(key, found);
    return found;
  };
}

/** Removes duplicates: a tenant may occur twice in a list, but one statement cannot write a row twice. */
function withoutRepetitions<R extends { userId: string; tenantId: string; roleId: string }>(rows: R[]): R[] {
  const seen = new Set<string>();
  return rows.filter(({ userId, tenantId, roleId }) => {
    const { size } = seen;
    return seen.add(`${userId} ${tenantId} ${roleId}`).size > size;
  });
}
