import type { ProjectData } from '../../../core/context.ts';
import { everyEvent } from './event-filter.ts';
import { findPage } from './find-page.ts';
import type { Login } from './login.ts';

/** The limit for each user. */
export const maxLogins = 100;

/** Returns the completed sign-ins and impersonations of users, user by user, newest first. */
export async function loginHistory(ctx: ProjectData, userIds: string[]): Promise<Login[]> {
  const logins: Login[] = [];
  for (const userId of new Set(userIds)) {
    const filter = { ...everyEvent, userIds: [userId], actions: ['LoginSucceed', 'Impersonated'] };
    const page = { limit: maxLogins, offset: 0, isWhole: false };
    const { events } = await findPage(ctx.db, ctx.project.id, filter, page);
    for (const { userId, occurredAt, method, device, remoteAddress, tenantId, action, actorId } of events) {
      const impersonatorId = action === 'Impersonated' ? actorId : '';
      logins.push({ userId, occurredAt, method, device, remoteAddress, tenantId, impersonatorId });
    }
  }
  return logins;
}
