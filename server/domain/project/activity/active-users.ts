import type { ProjectContext, TimedProjectData } from '../../../core/context.ts';
import { activeRetentionMs, dayMs, startOfDay } from './activity.ts';
import { countActiveUsers, countActiveUsersByDay, insertActiveUsers } from './store-active-users.ts';

export interface ActiveUsers {
  /** Each user counts once. */
  users: number;
  /** Days with users, oldest first. */
  days: { startsAt: number; users: number }[];
}

export const defaultActiveDays = 30;
export const maxActiveDays = activeRetentionMs / dayMs;

/**
 * Counts the users who signed in or refreshed a session, in whole days (UTC). Reads one short row for each user and day,
 * and the sign-ins since the last run of the counting job.
 */
export async function searchActiveUsers(
  ctx: ProjectContext,
  { from = 0, to = 0 }: { from?: number | undefined; to?: number | undefined },
): Promise<ActiveUsers> {
  const today = startOfDay(ctx.now());
  const earliest = today - maxActiveDays * dayMs;
  const days = {
    from: Math.max(from > 0 ? startOfDay(from) : today - (defaultActiveDays - 1) * dayMs, earliest),
    // Clocks of other instances may be slightly ahead.
    to: Math.min(to > 0 ? startOfDay(to) + dayMs : Number.MAX_SAFE_INTEGER, today + 2 * dayMs),
  };
  if (days.from >= days.to) return { users: 0, days: [] };
  const { db, project } = ctx;
  return {
    users: await countActiveUsers(db, project.id, days),
    days: await countActiveUsersByDay(db, project.id, days),
  };
}

/**
 * Records that a user refreshes a session. Sign-ins are counted from the audit log, so only the first refresh of a session on a later
 * day writes a row.
 */
export async function noteActiveUser(
  ctx: TimedProjectData,
  { userId, lastSeenAt }: { userId: string; lastSeenAt: number },
): Promise<void> {
  const startsAt = startOfDay(ctx.now());
  if (startOfDay(lastSeenAt) === startsAt) return;
  await insertActiveUsers(ctx.db, [{ projectId: ctx.project.id, startsAt, userId }]);
}
