import type { ProjectContext, TimedProjectData, UserContext } from '../../../../core/context.ts';
import { loadUser, loadUserById } from '../../../directory/users/load-user.ts';
import type { User } from '../../../directory/users/user.ts';
import { endSessionsById } from '../end-session.ts';
import { lifetimesOfUser } from '../in-reach.ts';
import { endOf } from '../lifetimes.ts';
import { listSessionRows } from './store.ts';

/** The largest list in one response, with the sessions last used. */
export const maxListed = 100;

/** A session that can still be refreshed, with details by which its user recognizes it. */
export interface ListedSession {
  id: string;
  amr: string[];
  tenantId: string;
  impersonatorId: string;
  remoteAddress: string;
  userAgent: string;
  createdAt: number;
  /** The time of the sign-in or of the last refresh. */
  lastUsedAt: number;
  /** The end unless the session is refreshed before. */
  expiresAt: number;
}

export async function listSessionsOf(ctx: ProjectContext, loginIdOrUserId: string): Promise<ListedSession[]> {
  return listSessions(ctx, await loadUser(ctx, loginIdOrUserId));
}

export async function listOwnSessions(ctx: UserContext): Promise<ListedSession[]> {
  return listSessions(ctx, await loadUserById(ctx, ctx.session.userId));
}

async function listSessions(ctx: TimedProjectData, user: User): Promise<ListedSession[]> {
  const lifetimes = await lifetimesOfUser(ctx, user);
  const now = ctx.now();
  const rows = await listSessionRows(ctx.db, ctx.project.id, user.id, {
    expiresAfter: now,
    usedAfter: now - lifetimes.idleSeconds * 1000,
    createdAfter: now - lifetimes.lifetimeSeconds * 1000,
    limit: maxListed,
  });
  return rows.map((row) => ({
    ...row,
    amr: JSON.parse(row.amr) as string[],
    lastUsedAt: row.rotatedAt,
    expiresAt: endOf(row, lifetimes),
  }));
}

/** Ends sessions of any users and returns their number. Ignores unknown IDs. */
export function revokeSessions(ctx: ProjectContext, sessionIds: string[]): Promise<number> {
  return endSessionsById(ctx, sessionIds);
}

/**
 * Ends sessions of the signed-in user, possibly including this one. Ignores unknown IDs and those of other users'
 * sessions.
 */
export function revokeOwnSessions(ctx: UserContext, sessionIds: string[]): Promise<number> {
  return endSessionsById(ctx, sessionIds, ctx.session.userId);
}
