import type { ProjectContext } from '../../../core/context.ts';
import type { Login } from './login.ts';
import { listLogins } from './store-logins.ts';

/** Of each user. */
export const maxLogins = 100;

/** The completed sign-ins of users and the impersonations of them, user by user, the newest first. */
export async function loginHistory(ctx: ProjectContext, userIds: string[]): Promise<Login[]> {
  const logins: Login[] = [];
  for (const userId of new Set(userIds)) {
    logins.push(...(await listLogins(ctx.db, ctx.project.id, userId, maxLogins)));
  }
  return logins;
}
