import type { ProjectData } from '../../../core/context.ts';
import type { Login } from './login.ts';
import { listLogins } from './store.ts';

/** The limit for each user. */
export const maxLogins = 100;

/** Returns the completed sign-ins and impersonations of users, user by user, newest first. */
export async function loginHistory(ctx: ProjectData, userIds: string[]): Promise<Login[]> {
  const logins: Login[] = [];
  for (const userId of new Set(userIds)) {
    logins.push(...(await listLogins(ctx.db, ctx.project.id, userId, maxLogins)));
  }
  return logins;
}
