import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext, ProjectData, TimedProjectData } from '../../../../core/context.ts';
import { happen } from '../../../../core/event.ts';
import { together } from '../../../../storage/transaction.ts';
import { requireSsoApps } from '../../applications/sso/load-app.ts';
import { resolveRoleIds } from '../../roles/resolve-roles.ts';
import { endMemberships } from '../../tenants/end-memberships.ts';
import { requireTenants } from '../../tenants/load-tenant.ts';
import { checkLimit } from '../change-user.ts';
import { tenantsLeaving } from '../events.ts';
import { logUsers } from '../search/log-users.ts';
import { type StoredUser, userLimits } from '../user.ts';
import {
  deleteMemberships,
  deleteSsoApps,
  insertMemberships,
  insertSsoApps,
  insertUserRoles,
  listHeldRoles,
  setUserRoles,
} from './store.ts';

// All operations in this file are part of a transaction that created or locked the user.

export interface TenantGrant {
  tenantId: string;
  roleNames?: string[];
  roleIds?: string[];
}

/** Replaces the user's tenants and the roles in them, in this order. */
export async function replaceTenants(
  ctx: ProjectContext,
  user: StoredUser,
  grants: TenantGrant[],
): Promise<void> {
  const wanted = new Set(grants.map((grant) => grant.tenantId));
  const left = tenantIdsOf(user).filter((id) => !wanted.has(id));
  await leaveTenants(ctx, user.id, left);
  if (grants.length === 0) return;
  await insertTenants(ctx, user, [...wanted]);
  const byTenant = Map.groupBy(grants, (grant) => grant.tenantId);
  for (const [tenantId, same] of byTenant) {
    const roleNames = same.flatMap((grant) => grant.roleNames ?? []);
    await replaceRoles(ctx, user.id, tenantId, roleNames);
  }
}

/** Adds the user to these tenants and puts them in this order. Writes nothing if they are the user's tenants already. */
async function insertTenants(ctx: TimedProjectData, user: StoredUser, tenantIds: string[]): Promise<void> {
  checkLimit(tenantIds.length, userLimits.tenants, 'tenants');
  if (isDeepStrictEqual(tenantIds, tenantIdsOf(user))) return;
  await requireTenants(ctx, tenantIds);
  const row = { projectId: ctx.project.id, userId: user.id, createdAt: ctx.now() };
  await insertMemberships(
    ctx.db,
    tenantIds.map((tenantId, position) => ({ ...row, tenantId, position })),
  );
}

function tenantIdsOf(user: StoredUser): string[] {
  return user.tenants.map((tenant) => tenant.tenantId);
}

/**
 * Removes memberships, the roles in the tenants, and the links to their identity providers, which can then no
 * longer sign the user in.
 */
export async function leaveTenants(ctx: ProjectContext, userId: string, tenantIds: string[]): Promise<void> {
  if (tenantIds.length === 0) return;
  await happen(ctx, tenantsLeaving, { userId, tenantIds });
  await endMemberships(ctx, { tenantIds, of: { userIds: [userId] } });
  await logUsers(ctx, [userId]);
  await deleteMemberships(ctx.db, ctx.project.id, userId, tenantIds);
}

/** Replaces the user's roles in a tenant, or in the project if `tenantId` is empty. */
export async function replaceRoles(
  ctx: ProjectData,
  userId: string,
  tenantId: string,
  roleNames: string[],
): Promise<void> {
  const place = { projectId: ctx.project.id, userId, tenantId };
  const [roleIds, held] = await together([
    resolveRoleIds(ctx, tenantId, roleNames),
    listHeldRoles(ctx.db, place),
  ]);
  checkRoles(roleIds);
  await setUserRoles(ctx.db, place, held, roleIds);
}

export async function giveRoles(
  ctx: ProjectData,
  userId: string,
  tenantId: string,
  roleIds: string[],
  firstPosition = 0,
): Promise<void> {
  const ids = [...new Set(roleIds)];
  checkRoles(ids);
  if (ids.length === 0) return;
  const row = { projectId: ctx.project.id, userId, tenantId };
  await insertUserRoles(
    ctx.db,
    ids.map((roleId, index) => ({ ...row, roleId, position: firstPosition + index })),
  );
}

function checkRoles(ids: string[]): void {
  checkLimit(ids.length, userLimits.roles, 'roles in the project or in a tenant');
}

export async function replaceSsoApps(ctx: ProjectData, userId: string, ssoAppIds: string[]): Promise<void> {
  const ids = [...new Set(ssoAppIds)];
  await requireSsoApps(ctx, ids);
  checkLimit(ids.length, userLimits.ssoApps, 'SSO applications');
  await deleteSsoApps(ctx.db, ctx.project.id, userId);
  if (ids.length > 0) await insertSsoApps(ctx.db, ctx.project.id, userId, ids);
}
