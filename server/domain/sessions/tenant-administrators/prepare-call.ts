import { ServiceError } from '../../../core/errors.ts';
import type { Role } from '../../directory/roles/role.ts';
import { deleteUsers } from '../../directory/users/delete-user.ts';
import { removeTenant } from '../../directory/users/grants/change-grants.ts';
import { holdUsers } from '../../directory/users/revocations.ts';
import type { User } from '../../directory/users/user.ts';
import type { AdministratorContext } from './administrator-context.ts';
import {
  findExisting,
  findOwnRole,
  hasAll,
  isOwn,
  loadMember,
  loadOwnKey,
  requireAssignable,
  requireEditable,
  requireManageableKey,
  requireNoMoreRights,
  requireOwnRole,
  requireVisible,
  rolesAfter,
} from './checks.ts';
import { notAllowed } from './refusal.ts';

type Input = Record<string, unknown>;
type Prepare = (ctx: AdministratorContext, input: Input, user: User) => Promise<Input>;

const addresses = ['email', 'phone', 'recoveryEmail', 'recoveryPhone'] as const;

/** Creates and changes users with what the administrator may give: roles in the tenant, and addresses that nobody has proven. */
const createUser: Prepare = async (ctx, { roleNames, ...input }) => {
  await requireEditable(ctx, input['customAttributes'] as Input);
  const loginId = input['loginId'] as string;
  const existing = await findExisting(ctx, loginId);
  const { tenantId } = ctx.tenantAdministrator;
  // Only an own user can be invited again: the response has the profile. One who has signed in would hand the account to whoever gets the link.
  const isInvited = existing?.status === 'invited' && input['invite'];
  const isAgain = isInvited && existing.tenants.some((one) => one.tenantId === tenantId);
  if (existing && !(isAgain && (await isOwn(ctx, existing))))
    throw new ServiceError('E062107', `A user with the login ID ${loginId} already exists`);
  const roles = roleNames as string[] | undefined;
  await requireAssignable(ctx, roles ?? []);
  const userTenants = [{ tenantId, ...(roles && roles.length > 0 && { roleNames: roles }) }];
  return { ...input, userTenants, verifiedEmail: false, verifiedPhone: false };
};

const patchUser: Prepare = async (ctx, { roleNames, ...input }, user) => {
  await requireEditable(ctx, input['customAttributes'] as Input);
  // The widget sends the whole user back: an address that stays must stay verified.
  const changed = { ...input };
  for (const field of addresses) if (changed[field] === user[field]) delete changed[field];
  const isSelf = user.id === ctx.tenantAdministrator.userId;
  if (isSelf && addresses.some((field) => changed[field] !== undefined))
    throw notAllowed('Change your own addresses on your account page', 'self');
  if (addresses.some((field) => changed[field] !== undefined)) {
    await requireNoMoreRights(ctx, user);
    // The first proof of an address removes the factors of an account that nobody has proven.
    if (user.hasTotp && !user.verifiedEmail && !user.verifiedPhone)
      throw notAllowed(
        'The user has an authenticator app, and changes their addresses on their account page',
      );
  }
  const { tenantId } = ctx.tenantAdministrator;
  return {
    ...changed,
    ...(changed['email'] !== undefined && { verifiedEmail: false }),
    ...(changed['phone'] !== undefined && { verifiedPhone: false }),
    ...(roleNames !== undefined && {
      userTenants: [{ tenantId, roleNames: await rolesAfter(ctx, user, roleNames as string[]) }],
    }),
  };
};

const changeKeyRoles: Prepare = async (ctx, { roleNames, tenantId: _, ...input }) => {
  if (roleNames === undefined) return input;
  await requireAssignable(ctx, roleNames as string[]);
  return { ...input, keyTenants: [{ tenantId: ctx.tenantAdministrator.tenantId, roleNames }] };
};

const oneKey: Prepare = async (ctx, input) => {
  await requireManageableKey(ctx, input['id'] as string);
  return input;
};

const severalKeys: Prepare = async (ctx, input) => {
  for (const id of input['ids'] as string[]) await requireManageableKey(ctx, id);
  return input;
};

const changeRole: Prepare = async (ctx, input) => {
  const {
    id,
    name,
    newName,
    permissionNames = [],
  } = input as {
    id?: string;
    name?: string;
    newName?: string;
    permissionNames?: string[];
  };
  const current = newName === undefined ? undefined : await findOwnRole(ctx, { id, name });
  if (current) requireManageable(ctx, current);
  await requireOwnRole(ctx, { name: newName ?? name ?? '', permissionNames, current });
  return { ...input, ...(current && { private: current.isPrivate }) };
};

const deleteRoles: Prepare = async (ctx, input) => {
  const { roleIds = [], roleNames = [] } = input as { roleIds?: string[]; roleNames?: string[] };
  for (const by of [...roleIds.map((id) => ({ id })), ...roleNames.map((name) => ({ name }))]) {
    const role = await findOwnRole(ctx, by);
    if (role) requireManageable(ctx, role);
  }
  return input;
};

function requireManageable(
  { tenantAdministrator }: AdministratorContext,
  { name, permissionNames }: Role,
): void {
  if (!hasAll(tenantAdministrator, permissionNames))
    throw notAllowed(`The role ${name} has a permission that you lack`, 'lacksPermission');
}

/** Limits the custom attributes of the tenant to those that the project leaves to its administrators. */
const patchTenant: Prepare = async ({ project }, input) => {
  const { editableTenantAttributes: editable } = project.settings.accountPage;
  const wrong = Object.keys((input['customAttributes'] ?? {}) as Input).find(
    (name) => !editable.includes(name),
  );
  if (wrong === undefined) return input;
  throw notAllowed(
    `The attribute ${wrong.slice(0, 64)} of the tenant cannot be changed by its administrators, unless the project lists it in accountPage.editableTenantAttributes`,
  );
};

/** Checks of calls beyond their limits, by name. Each returns the input as the endpoint gets it. */
export const preparations: Record<string, Prepare> = {
  'management.user.searchAll': async (ctx, input) => {
    await requireVisible(ctx, input['customAttributes'] as Input);
    return input;
  },
  'management.user.create': createUser,
  'management.user.patch': patchUser,
  'management.user.addRoles': async (ctx, input) => {
    await requireAssignable(ctx, input['roleNames'] as string[]);
    return input;
  },
  'management.user.setRoles': async (ctx, input, user) => ({
    ...input,
    roleNames: await rolesAfter(ctx, user, input['roleNames'] as string[]),
  }),
  'management.user.removeRoles': async (ctx, input) => {
    await requireAssignable(ctx, input['roleNames'] as string[]);
    return input;
  },
  // The widget shows the roles of the project beside those of the tenant.
  'management.role.search': async (_ctx, input) => ({ ...input, includeProjectRoles: true }),
  'management.role.create': changeRole,
  'management.role.update': changeRole,
  'management.role.deleteBatch': deleteRoles,
  'management.tenant.patch': patchTenant,
  'management.accessKey.load': async (ctx, input) => {
    await loadOwnKey(ctx, input['id'] as string);
    return input;
  },
  'management.accessKey.create': async (ctx, input) => {
    const { tenantId } = ctx.tenantAdministrator;
    return { keyTenants: [{ tenantId }], ...(await changeKeyRoles(ctx, input, undefined as never)) };
  },
  'management.accessKey.update': async (ctx, input, user) =>
    changeKeyRoles(ctx, await oneKey(ctx, input, user), user),
  'management.accessKey.rotate': oneKey,
  'management.accessKey.activate': oneKey,
  'management.accessKey.activateBatch': severalKeys,
  'management.accessKey.deactivate': oneKey,
  'management.accessKey.deactivateBatch': severalKeys,
  'management.accessKey.delete': oneKey,
  'management.accessKey.deleteBatch': severalKeys,
};

/** Deletes own users, and removes the others from the tenant: all of them, or none. */
export async function deleteMembers(ctx: AdministratorContext, input: Input): Promise<unknown> {
  const members: User[] = [];
  const userIds = [...new Set(input['userIds'] as string[])];
  // Nobody joins another tenant between the question whose user it is and the deletion.
  await holdUsers(ctx, userIds);
  for (const userId of userIds) members.push(await loadMember(ctx, { userId }));
  const own: string[] = [];
  for (const user of members) {
    if (await isOwn(ctx, user)) own.push(user.id);
    else await removeTenant(ctx, user.id, ctx.tenantAdministrator.tenantId);
  }
  if (own.length > 0) await deleteUsers(ctx, own);
  return {};
}
