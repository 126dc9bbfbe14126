import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { attributeDefinitions } from '../custom-attributes/load-attributes.ts';
import { namedAttributeValues } from '../custom-attributes/read-values.ts';
import { findStoredForm } from './identifiers/stored-form.ts';
import * as store from './store.ts';
import { isDisabled, readUserId, type StoredUser, type User, userIdPattern } from './user.ts';

/**
 * Loads a user by login ID, or else by user ID, because management calls accept either in the same field. Costs one
 * query, at most two.
 */
export async function loadUser(ctx: ProjectContext, loginIdOrUserId: string): Promise<User> {
  const form = await findStoredForm(ctx, loginIdOrUserId);
  const byLoginId = await store.findUserByLoginId(ctx.db, ctx.project.id, form);
  return byLoginId ? nameAttributes(ctx, byLoginId) : loadUserById(ctx, readUserId(loginIdOrUserId));
}

export async function loadUserById(ctx: ProjectContext, id: string): Promise<User> {
  const user = await findUser(ctx, id);
  if (!user) throw noUser();
  return user;
}

export async function findUser(ctx: ProjectContext, id: string): Promise<User | undefined> {
  const user = userIdPattern.test(id) ? await store.findStoredUser(ctx.db, ctx.project.id, id) : undefined;
  return user && nameAttributes(ctx, user);
}

/** Finds the ID of the user with this login ID, in whichever spelling. */
export async function findUserId(ctx: ProjectData, loginId: string): Promise<string | undefined> {
  return store.findUserIdByLoginId(ctx.db, ctx.project.id, await findStoredForm(ctx, loginId));
}

/**
 * Loads users in the order of the IDs, each once. Leaves out unknown IDs, and disabled users unless `withDisabled`
 * is set.
 */
export async function loadUsers(
  ctx: ProjectContext,
  ids: string[],
  { withDisabled }: { withDisabled: boolean },
): Promise<User[]> {
  const found = await store.findStoredUsers(ctx.db, ctx.project.id, ids);
  const users = new Map(found.map((user) => [user.id, user]));
  const wanted = [...new Set(ids)]
    .flatMap((id) => users.get(id) ?? [])
    .filter((user) => withDisabled || !isDisabled(user));
  return nameAllAttributes(ctx, wanted);
}

/** Adds the attribute names to the stored attribute values. Most users have no values and cost no query. */
export async function nameAllAttributes(ctx: ProjectContext, users: StoredUser[]): Promise<User[]> {
  const hasSome = users.some((user) => Object.keys(user.storedAttributes).length > 0);
  const definitions = hasSome ? await attributeDefinitions(ctx) : [];
  return users.map((user) => ({
    ...user,
    customAttributes: namedAttributeValues(definitions, user.storedAttributes),
  }));
}

export async function nameAttributes(ctx: ProjectContext, user: StoredUser): Promise<User> {
  const [named] = await nameAllAttributes(ctx, [user]);
  return named as User;
}

export function noUser(): ServiceError {
  return new ServiceError('E112102', 'No user has this login ID or user ID');
}
