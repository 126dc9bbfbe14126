import type { ProjectContext } from '../../../core/context.ts';
import type { Resource } from '../../../protocols/scim/schema.ts';
import { ScimError } from '../../../protocols/scim/scim-error.ts';
import { findGivenRoles } from '../../directory/limited-keys/authorize-key.ts';
import { loadUsers } from '../../directory/users/load-user.ts';
import { type User, userIdPattern } from '../../directory/users/user.ts';
import type { Directory } from './directory.ts';
import { type DirectoryUser, toContent, toResource } from './directory-user.ts';
import { findEntries } from './store.ts';
import { listGroupsOf } from './store-groups.ts';

/** A user of the directory, with the content of their resource. */
export interface LoadedUser extends DirectoryUser {
  /** The account is the tenant's: the user belongs to no other, and has no roles in the project. */
  isOwn: boolean;
  content: Resource;
}

/** Loads those of the users who are in the directory, in the order of the IDs. */
export async function loadDirectoryUsers(
  ctx: ProjectContext,
  directory: Directory,
  ids: string[],
): Promise<LoadedUser[]> {
  if (ids.length === 0) return [];
  const { place, tenantId } = directory;
  const users = await loadUsers(ctx, ids, { withDisabled: true });
  const entries = new Map((await findEntries(ctx.db, place, ids)).map((entry) => [entry.userId, entry]));
  const groups = Map.groupBy(await listGroupsOf(ctx.db, place, ids), ({ userId }) => userId);
  const isOfTenant = await ownership(ctx, tenantId, users);
  const loaded: LoadedUser[] = [];
  for (const user of users) {
    const entry = entries.get(user.id);
    const isMember = user.tenants.some((tenant) => tenant.tenantId === tenantId);
    if (!isMember && entry?.state !== 'former') continue;
    const isOwn = isMember && isOfTenant(user);
    const directoryUser = { user, isMember, entry, groups: groups.get(user.id) ?? [] };
    loaded.push({
      ...directoryUser,
      isOwn,
      content: toContent(directoryUser, isOwn ? directory : undefined),
    });
  }
  return loaded;
}

/** Returns a question about users of this list: whether one belongs to no other tenant, and has no roles in the project. */
async function ownership(
  ctx: ProjectContext,
  tenantId: string,
  users: User[],
): Promise<(user: User) => boolean> {
  const given = await findGivenRoles(ctx, [...new Set(users.flatMap(({ roleNames }) => roleNames))]);
  return (user) =>
    user.tenants.every((tenant) => tenant.tenantId === tenantId) &&
    !user.roleNames.some((role) => given.has(role));
}

export async function findDirectoryUser(
  ctx: ProjectContext,
  directory: Directory,
  id: string,
): Promise<LoadedUser | undefined> {
  const [user] = userIdPattern.test(id) ? await loadDirectoryUsers(ctx, directory, [id]) : [];
  return user;
}

/** Throws 404 for a user who is not in the directory. */
export async function loadDirectoryUser(
  ctx: ProjectContext,
  directory: Directory,
  id: string,
): Promise<LoadedUser> {
  const user = await findDirectoryUser(ctx, directory, id);
  if (!user) throw new ScimError(404, 'No user of the tenant has this ID');
  return user;
}

export function resourceOf(directory: Directory, user: LoadedUser): Resource {
  return toResource(directory, user, user.content);
}
