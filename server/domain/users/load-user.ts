import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { foldLoginId } from './login-id.ts';
import * as store from './store.ts';
import { type User, userIdPattern } from './user.ts';

/** By login ID, else by user ID: management calls take either in the same field. One query, at most two. */
export async function loadUser(ctx: ProjectContext, loginIdOrUserId: string): Promise<User> {
  const byLoginId = await store.findUserByLoginId(ctx.db, ctx.project.id, foldLoginId(loginIdOrUserId));
  return byLoginId ?? loadUserById(ctx, loginIdOrUserId);
}

export async function loadUserById(ctx: ProjectContext, id: string): Promise<User> {
  const user = await findUser(ctx, id);
  if (!user) throw new ServiceError('E112102', 'There is no user with this login ID or user ID');
  return user;
}

export async function findUser(ctx: ProjectContext, id: string): Promise<User | undefined> {
  return userIdPattern.test(id) ? store.findUser(ctx.db, ctx.project.id, id) : undefined;
}

/** Whose login ID this is, whichever way it is written. */
export function findUserId(ctx: ProjectContext, loginId: string): Promise<string | undefined> {
  return store.findUserIdByLoginId(ctx.db, ctx.project.id, foldLoginId(loginId));
}
