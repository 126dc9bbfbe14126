import type { ProjectData } from '../../../core/context.ts';
import { findLastSignIn } from './store.ts';

/** The user's newest sign-in that the audit log still has. */
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
  const found = await findLastSignIn(ctx.db, ctx.project.id, userId);
  if (!found) return undefined;
  const { id: eventId, ...signIn } = found;
  return { eventId, ...signIn };
}
