import type { ProjectData } from '../../../core/context.ts';
import { everyEvent } from './event-filter.ts';
import { findPage } from './find-page.ts';

/** The user's newest sign-in that the audit log still has. Impersonations are none. */
export interface LastSignIn {
  eventId: string;
  occurredAt: number;
  method: string;
  remoteAddress: string;
  device: string;
  /** The tenant of the sign-in, or empty. */
  tenantId: string;
}

export async function loadLastSignIn(ctx: ProjectData, userId: string): Promise<LastSignIn | undefined> {
  const filter = { ...everyEvent, userIds: [userId], actions: ['LoginSucceed'] };
  const { events } = await findPage(ctx.db, ctx.project.id, filter, { limit: 1, offset: 0, isWhole: false });
  const [found] = events;
  if (!found) return undefined;
  const { id: eventId, occurredAt, method, remoteAddress, device, tenantId } = found;
  return { eventId, occurredAt, method, remoteAddress, device, tenantId };
}
