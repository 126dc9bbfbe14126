import type { TenantAdministrator } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { foldName, listed, normalizeName } from '../../../core/names.ts';
import { attributeDefinitions } from '../../directory/custom-attributes/load-attributes.ts';
import { type AttributeUse, isPermitted } from '../../directory/custom-attributes/permitted-attributes.ts';
import { hasGivenRole } from '../../directory/limited-keys/authorize-key.ts';
import type { Role } from '../../directory/roles/role.ts';
import { searchRoles } from '../../directory/roles/search-roles.ts';
import { loadUser, loadUserById, noUser } from '../../directory/users/load-user.ts';
import type { User } from '../../directory/users/user.ts';
import type { AccessKey } from '../access-keys/access-key.ts';
import { loadAccessKey } from '../access-keys/load-key.ts';
import type { AdministratorContext, TenantScopedContext } from './administrator-context.ts';
import { notAllowed } from './refusal.ts';

/** Loads a user who must belong to the tenant. Others look like unknown ones. */
export async function loadMember(
  ctx: AdministratorContext,
  who: { loginId?: string | undefined; userId?: string | undefined },
): Promise<User> {
  const { loginId, userId } = who;
  if (loginId && userId) throw notAllowed('Send loginId or userId, not both');
  if (!loginId && !userId) throw noUser();
  const user = await (userId ? loadUserById(ctx, userId) : loadUser(ctx, loginId ?? ''));
  if (!user.tenants.some(isTenantOf(ctx))) throw noUser();
  return user;
}

/** Reports whether the user belongs to no other tenant, and has no role in the project that new users do not get. */
export async function isOwn(ctx: AdministratorContext, user: User): Promise<boolean> {
  return user.tenants.every(isTenantOf(ctx)) && !(await hasGivenRole(ctx, user.roleNames));
}

export async function requireOwn(ctx: AdministratorContext, user: User): Promise<void> {
  if (await isOwn(ctx, user)) return;
  throw notAllowed(
    'The user also belongs to another tenant, or has a role in the project. Remove them from the tenant',
    'shared',
  );
}

/**
 * Throws unless the administrator has every role and permission that the user has in the tenant, or may give it: whoever can change how a
 * user signs in has the user's rights.
 */
export async function requireNoMoreRights(ctx: AdministratorContext, user: User): Promise<void> {
  if (user.id === ctx.tenantAdministrator.userId) return;
  if (await hasNoMoreRights(ctx, user.tenants.filter(isTenantOf(ctx)))) return;
  throw notAllowed(
    'The user has a role or permission that you lack. Only an administrator of the application can change how they sign in',
    'lacksPermission',
  );
}

/** Reports whether the administrator has, or may give, what a user or a key has in the tenant. */
async function hasNoMoreRights(
  ctx: AdministratorContext,
  grants: { roleNames: string[]; permissions: string[] }[],
): Promise<boolean> {
  const { tenantAdministrator } = ctx;
  if (!grants.every(({ permissions }) => hasAll(tenantAdministrator, permissions))) return false;
  const within = new Set([...tenantAdministrator.roleNames, ...(await assignableNames(ctx))]);
  return grants.every(({ roleNames }) => roleNames.every((name) => within.has(name)));
}

const isTenantOf =
  ({ tenantAdministrator }: TenantScopedContext) =>
  ({ tenantId }: { tenantId: string }) =>
    tenantId === tenantAdministrator.tenantId;

/** Returns the roles of the tenant, and those of the project that are not private. Within the tenant, its own one has precedence. */
export async function visibleRoles(ctx: TenantScopedContext): Promise<Role[]> {
  const { tenantId } = ctx.tenantAdministrator;
  const roles = await searchRoles(ctx, { tenantIds: [tenantId], includeProjectRoles: true });
  return roles.filter((role) => role.tenantId === tenantId || !role.isPrivate);
}

/** Reports whether the administrator has all of these permissions in the tenant. */
export function hasAll({ permissions }: TenantAdministrator, needed: string[]): boolean {
  return needed.every((name) => permissions.includes(name));
}

/** Throws unless the administrator may give and take these roles of the tenant. */
export async function requireAssignable(ctx: AdministratorContext, roleNames: string[]): Promise<void> {
  if (roleNames.length === 0) return;
  const assignable = new Set(await assignableNames(ctx));
  const refused = roleNames.map(normalizeName).filter((name) => !assignable.has(name));
  if (refused.length === 0) return;
  throw notAllowed(
    `Roles that do not exist here, that are private, or that have a permission which you lack: ${listed(refused)}`,
    'lacksPermission',
  );
}

/** Returns the names of the roles that the administrator may give and take. */
export async function assignableNames(ctx: AdministratorContext): Promise<string[]> {
  const { tenantId } = ctx.tenantAdministrator;
  const roles = await visibleRoles(ctx);
  const ofTenant = new Set(roles.filter((role) => role.tenantId === tenantId).map(({ name }) => name));
  return roles
    .filter((role) => role.tenantId === tenantId || !ofTenant.has(role.name))
    .filter((role) => hasAll(ctx.tenantAdministrator, role.permissionNames))
    .map(({ name }) => name);
}

/**
 * Returns all roles that a user has in the tenant after an administrator has set some: those that the administrator may give, and those
 * that the user has and the administrator may not take away.
 */
export async function rolesAfter(
  ctx: AdministratorContext,
  user: User,
  roleNames: string[],
): Promise<string[]> {
  const held = user.tenants.find(isTenantOf(ctx))?.roleNames ?? [];
  const assignable = new Set(await assignableNames(ctx));
  const wanted = roleNames.map(normalizeName);
  await requireAssignable(
    ctx,
    wanted.filter((name) => !held.includes(name)),
  );
  return [...new Set([...wanted, ...held.filter((name) => !assignable.has(name))])];
}

/** Loads a key that must belong to this tenant alone and to no user, with no right that the administrator lacks. */
export async function loadOwnKey(ctx: AdministratorContext, id: string): Promise<AccessKey> {
  const key = await loadAccessKey(ctx, id);
  if (!isOwnKey(ctx, key)) throw new ServiceError('E111501', `No access key has the ID ${id}`);
  return key;
}

export function isOwnKey(
  ctx: TenantScopedContext,
  key: Pick<AccessKey, 'roleNames' | 'boundUserId' | 'tenants'>,
) {
  return (
    key.tenants.length === 1 &&
    key.tenants.every(isTenantOf(ctx)) &&
    !key.boundUserId &&
    key.roleNames.length === 0
  );
}

export async function requireManageableKey(ctx: AdministratorContext, id: string): Promise<void> {
  const { tenants } = await loadOwnKey(ctx, id);
  if (!(await hasNoMoreRights(ctx, tenants)))
    throw notAllowed('The access key has a role or permission that you lack', 'lacksPermission');
}

/**
 * Throws unless the administrator may give the role these permissions and this name. Applications check roles by name, so a role of a
 * tenant cannot be called like one of the project.
 */
export async function requireOwnRole(
  ctx: AdministratorContext,
  { name, permissionNames, current }: { name: string; permissionNames: string[]; current?: Role | undefined },
): Promise<void> {
  const had = new Set(current?.permissionNames);
  const added = permissionNames.map(normalizeName).filter((one) => !had.has(one));
  if (!hasAll(ctx.tenantAdministrator, added))
    throw notAllowed('You can add only permissions that you have yourself to a role', 'lacksPermission');
  // Components that applications embed write names of roles into their pages as HTML.
  if (/[<>]/.test(name) && name !== current?.name)
    throw notAllowed('The name of a role cannot contain < or >');
  if (current && likeness(current.name) === likeness(name)) return;
  const roles = await searchRoles(ctx, {
    tenantIds: [ctx.tenantAdministrator.tenantId],
    includeProjectRoles: true,
  });
  if (roles.some((role) => role.tenantId === '' && likeness(role.name) === likeness(name)))
    throw new ServiceError('E111401', 'A role of the project has this name. Choose another name');
}

/** Folds a name as people read it: without what shows nothing, and with one kind of blank, letter and case. */
function likeness(name: string): string {
  return foldName(
    name
      .normalize('NFKC')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .replace(/\s+/g, ' '),
  );
}

export async function findOwnRole(
  ctx: AdministratorContext,
  { id, name }: { id?: string | undefined; name?: string | undefined },
): Promise<Role | undefined> {
  const { tenantId } = ctx.tenantAdministrator;
  const [role] = await searchRoles(ctx, {
    tenantIds: [tenantId],
    ...(id ? { ids: [id] } : { names: [name ?? ''] }),
  });
  return role;
}

type Attributes = Record<string, unknown> | undefined;

/** Throws for a custom attribute whose values the administrator may not change. */
export const requireEditable = (ctx: AdministratorContext, values: Attributes) =>
  requirePermissions(ctx, values, 'editPermissions');

/** Throws for a custom attribute whose values the administrator may not see. */
export const requireVisible = (ctx: AdministratorContext, values: Attributes) =>
  requirePermissions(ctx, values, 'viewPermissions');

async function requirePermissions(
  ctx: AdministratorContext,
  values: Attributes,
  use: AttributeUse,
): Promise<void> {
  const names = Object.keys(values ?? {});
  if (names.length === 0) return;
  const { permissions } = ctx.tenantAdministrator;
  const refused = (await attributeDefinitions(ctx)).find(
    (attribute) => names.includes(attribute.name) && !isPermitted(attribute, use, permissions),
  );
  if (refused) throw notAllowed(`You lack a permission that the attribute ${refused.name} needs`);
}

/** Finds the user who already has a login ID or user ID that is given for a new one. */
export async function findExisting(ctx: AdministratorContext, loginId: string): Promise<User | undefined> {
  try {
    return await loadUser(ctx, loginId);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'E112102') return undefined;
    throw error;
  }
}
