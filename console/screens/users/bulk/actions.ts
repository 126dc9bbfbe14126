import type { Client, Result, User } from '../../../../client/client.ts';
import type { BulkMessages } from './messages.ts';

/** An action on many users, applied one by one. */
export interface BulkAction {
  /** The title while it runs. */
  title: string;
  done(count: number): string;
  /**
   * Reports whether the action would change the user. Others are skipped, so that undoing does not remove what they
   * already had.
   */
  changes(user: User): boolean;
  call(client: Client, user: User): Promise<Result<unknown>>;
  undo?: ((client: Client, user: User) => Promise<Result<unknown>>) | undefined;
}

export type Status = 'enabled' | 'disabled';

/** `maySetAny`: only administrators can set a user back to invited. */
export function statusAction(
  messages: BulkMessages,
  status: Status,
  users: User[],
  maySetAny: boolean,
): BulkAction {
  const set = (client: Client, { userId }: User, status: Status) =>
    status === 'enabled'
      ? client.management.user.activate(userId)
      : client.management.user.deactivate(userId);
  const canUndo = maySetAny || users.every((user) => user.status !== 'invited');
  return {
    title: status === 'enabled' ? messages.enabling : messages.disabling,
    done: status === 'enabled' ? messages.enabled : messages.disabled,
    changes: (user) => user.status !== status,
    call: (client, user) => set(client, user, status),
    undo: canUndo
      ? (client, user) =>
          user.status === 'invited'
            ? client.management.user.patch({ loginId: user.userId, status: 'invited' })
            : set(client, user, user.status)
      : undefined,
  };
}

/** The tenant in which roles apply. An empty ID means the project. */
export interface Place {
  tenantId: string;
  roleNames: string[];
}

export function addRolesAction(messages: BulkMessages, place: Place): BulkAction {
  return {
    title: messages.addingRoles,
    done: messages.rolesAdded,
    changes: (user) => isIn(user, place) && missing(user, place).length > 0,
    call: (client, user) => addRoles(client, user, place.tenantId, missing(user, place)),
    undo: (client, user) => removeRoles(client, user, place.tenantId, missing(user, place)),
  };
}

export function removeRolesAction(messages: BulkMessages, place: Place): BulkAction {
  const held = (user: User) => rolesOf(user, place).filter((name) => place.roleNames.includes(name));
  return {
    title: messages.removingRoles,
    done: messages.rolesRemoved,
    changes: (user) => held(user).length > 0,
    call: (client, user) => removeRoles(client, user, place.tenantId, held(user)),
    undo: (client, user) => addRoles(client, user, place.tenantId, held(user)),
  };
}

/** Users who are already members only get the roles. */
export function addTenantAction(messages: BulkMessages, place: Place): BulkAction {
  const { tenantId, roleNames } = place;
  return {
    title: messages.addingTenant,
    done: messages.tenantAdded,
    changes: (user) => !isIn(user, place) || missing(user, place).length > 0,
    call: async (client, user) => {
      if (isIn(user, place)) return addRoles(client, user, tenantId, missing(user, place));
      const joined = await client.management.user.addTenant(user.userId, tenantId);
      if (!joined.ok || roleNames.length === 0) return joined;
      return client.management.user.setTenantRoles(user.userId, tenantId, roleNames);
    },
    undo: (client, user) =>
      isIn(user, place)
        ? removeRoles(client, user, tenantId, missing(user, place))
        : client.management.user.removeTenant(user.userId, tenantId),
  };
}

export function logoutAction(messages: BulkMessages): BulkAction {
  return {
    title: messages.loggingOut,
    done: messages.loggedOut,
    changes: () => true,
    call: (client, { userId }) => client.management.user.logoutUserByUserId(userId),
  };
}

export function deleteAction(messages: BulkMessages): BulkAction {
  return {
    title: messages.deleting,
    done: messages.deleted,
    changes: () => true,
    call: (client, { userId }) => client.management.user.deleteByUserId(userId),
  };
}

function isIn({ userTenants }: User, { tenantId }: Place): boolean {
  return tenantId === '' || userTenants.some((tenant) => tenant.tenantId === tenantId);
}

function rolesOf({ roleNames, userTenants }: User, { tenantId }: Place): string[] {
  if (tenantId === '') return roleNames;
  return userTenants.find((tenant) => tenant.tenantId === tenantId)?.roleNames ?? [];
}

function missing(user: User, place: Place): string[] {
  const held = rolesOf(user, place);
  return place.roleNames.filter((name) => !held.includes(name));
}

function addRoles(client: Client, { userId }: User, tenantId: string, roleNames: string[]) {
  const { user } = client.management;
  return tenantId ? user.addTenantRoles(userId, tenantId, roleNames) : user.addRoles(userId, roleNames);
}

function removeRoles(client: Client, { userId }: User, tenantId: string, roleNames: string[]) {
  const { user } = client.management;
  return tenantId ? user.removeTenantRoles(userId, tenantId, roleNames) : user.removeRoles(userId, roleNames);
}
