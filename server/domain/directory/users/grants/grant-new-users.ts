import type { ProjectData, TimedProjectData } from '../../../../core/context.ts';
import { together } from '../../../../storage/transaction.ts';
import { defaultRoleIds } from '../../roles/default-roles.ts';
import { resolveRoleIds } from '../../roles/resolve-roles.ts';
import { requireTenants } from '../../tenants/load-tenant.ts';
import { checkLimit } from '../change-user.ts';
import { userLimits } from '../user.ts';
import type { TenantGrant } from './grants.ts';
import { insertMemberships, insertUserRoles } from './store.ts';

export interface FirstGrants {
  userId: string;
  /** Ignored if there are tenants, unless the roles are exact. */
  roleNames?: string[] | undefined;
  tenants?: TenantGrant[] | undefined;
  /** The user gets these roles and no default ones, in the project as well as in tenants. */
  hasExactRoles?: boolean | undefined;
}

/** Memberships and roles that exist and can be inserted. */
export interface ResolvedGrants {
  memberships: Parameters<typeof insertMemberships>[1];
  roles: Parameters<typeof insertUserRoles>[1];
}

/**
 * Finds the tenants and roles that new users get. Without role names, a user gets the default roles of the tenant, or
 * of the project if the user has no tenant. E011004 lists unknown ones.
 */
export async function resolveGrants(ctx: TimedProjectData, users: FirstGrants[]): Promise<ResolvedGrants> {
  const memberships = membershipsOf(ctx, users);
  const roleIdsOf = rolesByName(ctx);
  const [, roles] = await together([
    requireTenants(ctx, [...new Set(memberships.map((row) => row.tenantId))]),
    together(users.flatMap((user) => grantsOf(user).map((grant) => resolveRoles(user, grant)))),
  ]);
  return { memberships, roles: withoutRepetitions(roles.flat()) };

  async function resolveRoles(
    { userId, hasExactRoles }: FirstGrants,
    { tenantId, roleNames = [], roleIds = [] }: TenantGrant,
  ) {
    const named = [...roleIds, ...(await roleIdsOf(tenantId, roleNames))];
    const ids = [...new Set(named.length > 0 || hasExactRoles ? named : await roleIdsOf(tenantId))];
    checkLimit(ids.length, userLimits.roles, 'roles in the project or in a tenant');
    const place = { projectId: ctx.project.id, userId, tenantId };
    return ids.map((roleId, position) => ({ ...place, roleId, position }));
  }
}

/** Assigns tenants and roles to new users, in the transaction that has found them. */
export async function insertGrants(ctx: ProjectData, { memberships, roles }: ResolvedGrants): Promise<void> {
  await together([
    memberships.length > 0 && insertMemberships(ctx.db, memberships),
    roles.length > 0 && insertUserRoles(ctx.db, roles),
  ]);
}

function membershipsOf(ctx: TimedProjectData, users: FirstGrants[]): ResolvedGrants['memberships'] {
  const place = { projectId: ctx.project.id, createdAt: ctx.now() };
  return users.flatMap(({ userId, tenants = [] }) => {
    const tenantIds = [...new Set(tenants.map((grant) => grant.tenantId))];
    checkLimit(tenantIds.length, userLimits.tenants, 'tenants');
    return tenantIds.map((tenantId, position) => ({ ...place, userId, tenantId, position }));
  });
}

function grantsOf({ tenants = [], roleNames = [], hasExactRoles }: FirstGrants): TenantGrant[] {
  return tenants.length > 0 && !hasExactRoles ? tenants : [...tenants, { tenantId: '', roleNames }];
}

/** Looks up each list of role names, or the default roles of each tenant, only once. */
function rolesByName(ctx: ProjectData): (tenantId: string, names?: string[]) => Promise<string[]> {
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
