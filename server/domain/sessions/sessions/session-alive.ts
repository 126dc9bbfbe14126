import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Row } from '../../../storage/tables.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { holdUser } from '../../directory/users/revocations.ts';
import { endOf, lifetimesOf } from './lifetimes.ts';
import { type Session, toSession } from './session.ts';
import { findSession, holdSession as holdRow, shareSession } from './store.ts';

/**
 * Returns the session in which an operation was started, if it can still be refreshed. Locks the session and its
 * user until the transaction ends, so that a revocation on another instance either is already finished or waits for
 * this transaction. Locks the user first, as every revocation does, so that the two cannot wait for each other.
 */
export async function holdSession(ctx: ProjectContext, id: string): Promise<Session | undefined> {
  const before = await findSession(ctx.db, ctx.project.id, id);
  if (!before?.userId) return undefined;
  await holdUser(ctx, before.userId);
  return ifAlive(ctx, await holdRow(ctx.db, ctx.project.id, id));
}

/** Returns a live session without locking it: it may end at any time. */
export async function findLiveSession(ctx: ProjectContext, id: string): Promise<Session | undefined> {
  return ifAlive(ctx, await findSession(ctx.db, ctx.project.id, id));
}

async function ifAlive(ctx: ProjectContext, row: Row<'sessions'> | undefined): Promise<Session | undefined> {
  const user = row?.userId ? await findUser(ctx, row.userId) : undefined;
  if (!row || !user || user.status === 'disabled') return undefined;
  const session = toSession(row);
  return endOf(session, lifetimesOf(ctx, user)) > ctx.now() ? session : undefined;
}

/**
 * Reports whether a session that was alive a moment ago still is, and keeps it until the transaction ends. Several transactions can keep
 * it at once. Costs one query.
 */
export function keepSession(ctx: ProjectContext, id: string): Promise<boolean> {
  return shareSession(ctx.db, ctx.project.id, id);
}

/** Locks the session like `holdSession`. Throws E064001 if it has ended. */
export async function requireSession(ctx: ProjectContext, id: string): Promise<Session> {
  const session = await holdSession(ctx, id);
  if (!session)
    throw new ServiceError(
      'E064001',
      'The session in which this was started has ended. Sign in and start again',
    );
  return session;
}

/** Reports whether a session can still be refreshed, and locks it. Part of a transaction. */
export async function isSessionAlive(ctx: ProjectContext, id: string): Promise<boolean> {
  return (await holdSession(ctx, id)) !== undefined;
}

/**
 * Returns the factors of the live session in which a user requested something, for the sign-in policy. Costs no query in a
 * project without policies.
 */
export async function factorsBehind(
  ctx: ProjectContext,
  session: { sessionId: string; userId: string },
): Promise<{ requestedWith?: string[] }> {
  if (ctx.project.hasSignInPolicies === false || session.sessionId === '') return {};
  return { requestedWith: await factorsOf(ctx, session) };
}

/** Returns the factors of a live session of the user whose sign-in is complete. */
export async function factorsOf(
  ctx: ProjectContext,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<string[]> {
  const row = await findSession(ctx.db, ctx.project.id, sessionId);
  const isLive = row?.userId === userId && row.expiresAt > ctx.now() && !row.awaits;
  return isLive ? toSession(row).amr : [];
}
