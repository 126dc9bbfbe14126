import type { ProjectContext, UserContext } from '../../../../core/context.ts';
import { loadUser, loadUserById } from '../../../directory/users/load-user.ts';
import type { User } from '../../../directory/users/user.ts';
import { withInheritedTenants } from '../claims/inherited-tenants.ts';
import { endSessionsById } from '../end-session.ts';
import { endOf, lifetimesOf } from '../lifetimes.ts';
import { listSessionRows } from './store.ts';

/** Of one list answer: the ones that were used last. */
export const maxListed = 100;

/** A session that can still be refreshed, as its user recognizes it. */
export interface ListedSession {
  id: string;
  amr: string[];
  tenantId: string;
  impersonatorId: string;
  remoteAddress: string;
  userAgent: string;
  createdAt: number;
  /** The sign-in, or the last refresh. */
  lastUsedAt: number;
  /** Without a refresh before. */
  expiresAt: number;
}

export async function listSessionsOf(ctx: ProjectContext, loginIdOrUserId: string): Promise<ListedSession[]> {
  return listSessions(ctx, await loadUser(ctx, loginIdOrUserId));
}

export async function listOwnSessions(ctx: UserContext): Promise<ListedSession[]> {
  return listSessions(ctx, await loadUserById(ctx, ctx.session.userId));
}

async function listSessions(ctx: ProjectContext, user: User): Promise<ListedSession[]> {
  const lifetimes = lifetimesOf(ctx, await withInheritedTenants(ctx, user));
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

/** Ends sessions of any users. IDs of sessions that there are not are left out; how many there were is returned. */
export function revokeSessions(ctx: ProjectContext, sessionIds: string[]): Promise<number> {
  return endSessionsById(ctx, sessionIds);
}

/** Ends sessions of the signed-in user, perhaps this one. Those of others are left out like those that there are not. */
export function revokeOwnSessions(ctx: UserContext, sessionIds: string[]): Promise<number> {
  return endSessionsById(ctx, sessionIds, ctx.session.userId);
}
