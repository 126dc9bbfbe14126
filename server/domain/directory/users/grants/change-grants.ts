import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { requireSsoApps } from '../../applications/sso/load-app.ts';
import { defaultRoleIds } from '../../roles/default-roles.ts';
import { resolveRoleIds } from '../../roles/resolve-roles.ts';
import { requireTenants } from '../../tenants/load-tenant.ts';
import { changeUser, checkLimit } from '../change-user.ts';
import { type StoredUser, type User, userLimits } from '../user.ts';
import { giveRoles, leaveTenants, replaceRoles, replaceSsoApps } from './grants.ts';
import {
  deleteSsoApps,
  deleteUserRoles,
  findNextMembershipPosition,
  findNextRolePosition,
  insertMemberships,
  insertSsoApps,
} from './store.ts';

// Each call applies its whole list or nothing. `tenantId` names the tenant of the roles; it is empty for project
// roles.

/** Adds roles. Roles that the user already holds stay as they are. */
export async function addRoles(
  ctx: ProjectContext,
  who: string,
  tenantId: string,
  roleNames: string[],
): Promise<User> {
  return changeUser(ctx, who, async (ctx, user) => {
    const held = await rolesHeld(ctx, user, tenantId);
    const roleIds = await resolveRoleIds(ctx, tenantId, roleNames);
    const limit = 'roles in the project or in a tenant';
    checkLimit(new Set([...held, ...roleNames]).size, userLimits.roles, limit);
    const position = await findNextRolePosition(ctx.db, ctx.project.id, user.id, tenantId);
    await giveRoles(ctx, user.id, tenantId, roleIds, position);
  });
}

/** Replaces all roles that the user holds in the project or the tenant. */
export async function setRoles(
  ctx: ProjectContext,
  who: string,
  tenantId: string,
  roleNames: string[],
): Promise<User> {
  return changeUser(ctx, who, async (ctx, user) => {
    await rolesHeld(ctx, user, tenantId);
    await replaceRoles(ctx, user.id, tenantId, roleNames);
  });
}

/** Removes roles. Removing a role that the user does not hold succeeds. */
export async function removeRoles(
  ctx: ProjectContext,
  who: string,
  tenantId: string,
  roleNames: string[],
): Promise<User> {
  return changeUser(ctx, who, async (ctx, user) => {
    await rolesHeld(ctx, user, tenantId);
    const roleIds = await resolveRoleIds(ctx, tenantId, roleNames);
    await deleteUserRoles(ctx.db, ctx.project.id, user.id, tenantId, roleIds);
  });
}

/** Returns the roles held there. Throws E011004 if the user is not a member of the tenant. */
async function rolesHeld(ctx: ProjectData, user: StoredUser, tenantId: string): Promise<string[]> {
  if (tenantId === '') return user.roleNames;
  const membership = user.tenants.find((tenant) => tenant.tenantId === tenantId);
  if (membership) return membership.roleNames;
  await requireTenants(ctx, [tenantId]);
  throw new ServiceError(
    'E011004',
    `The user is not a member of the tenant ${tenantId}. Add the user to the tenant first`,
  );
}

/** Adds the user to a tenant with its default roles. An existing membership stays as it is. */
export async function addTenant(ctx: ProjectContext, who: string, tenantId: string): Promise<User> {
  return changeUser(ctx, who, async (ctx, user) => {
    await requireTenants(ctx, [tenantId]);
    if (user.tenants.some((tenant) => tenant.tenantId === tenantId)) return;
    checkLimit(user.tenants.length + 1, userLimits.tenants, 'tenants');
    const position = await findNextMembershipPosition(ctx.db, ctx.project.id, user.id);
    const row = { projectId: ctx.project.id, userId: user.id, tenantId, position, createdAt: ctx.now() };
    await insertMemberships(ctx.db, [row]);
    await giveRoles(ctx, user.id, tenantId, await defaultRoleIds(ctx, tenantId));
  });
}

/** Removes the user from a tenant. Removing a user who is not a member succeeds. */
export async function removeTenant(ctx: ProjectContext, who: string, tenantId: string): Promise<User> {
  return changeUser(ctx, who, async (ctx, user) => {
    await requireTenants(ctx, [tenantId]);
    await leaveTenants(ctx, user.id, [tenantId]);
  });
}

export async function addSsoApps(ctx: ProjectContext, who: string, ssoAppIds: string[]): Promise<User> {
  return changeUser(ctx, who, async (ctx, user) => {
    await requireSsoApps(ctx, ssoAppIds);
    const all = new Set([...user.ssoAppIds, ...ssoAppIds]);
    checkLimit(all.size, userLimits.ssoApps, 'SSO applications');
    const added = [...all].filter((id) => !user.ssoAppIds.includes(id));
    if (added.length > 0) await insertSsoApps(ctx.db, ctx.project.id, user.id, added);
  });
}

export async function setSsoApps(ctx: ProjectContext, who: string, ssoAppIds: string[]): Promise<User> {
  return changeUser(ctx, who, (ctx, user) => replaceSsoApps(ctx, user.id, ssoAppIds));
}

export async function removeSsoApps(ctx: ProjectContext, who: string, ssoAppIds: string[]): Promise<User> {
  return changeUser(ctx, who, async (ctx, user) => {
    await requireSsoApps(ctx, ssoAppIds);
    await deleteSsoApps(ctx.db, ctx.project.id, user.id, ssoAppIds);
  });
}
