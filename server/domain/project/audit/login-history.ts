import type { ProjectContext } from '../../../core/context.ts';
import { listLogins } from './store-logins.ts';

export interface Login {
  userId: string;
  occurredAt: number;
  remoteAddress: string;
  /** The tenant that was signed in to, or empty. */
  tenantId: string;
  /** Who began to act in the user's name then; empty: the user signed in. */
  impersonatorId: string;
}

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
