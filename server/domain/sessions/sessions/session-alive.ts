import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Row } from '../../../storage/tables.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { holdUser } from '../../directory/users/revocations.ts';
import { endOf, lifetimesOf } from './lifetimes.ts';
import { type Session, toSession } from './session.ts';
import { findSession, holdSession as holdRow } from './store.ts';

/**
 * Returns the session in which something was begun, if it could still be refreshed, and holds it and its user until the
 * transaction ends: a revocation on another instance is either finished already or waits for this one. The user
 * comes first, as in every revocation, so that the two cannot wait for each other.
 */
export async function holdSession(ctx: ProjectContext, id: string): Promise<Session | undefined> {
  const before = await findSession(ctx.db, ctx.project.id, id);
  if (!before?.userId) return undefined;
  await holdUser(ctx, before.userId);
  return ifAlive(ctx, await holdRow(ctx.db, ctx.project.id, id));
}

/** The same without holding it: it may have ended when this is answered. */
export async function findLiveSession(ctx: ProjectContext, id: string): Promise<Session | undefined> {
  return ifAlive(ctx, await findSession(ctx.db, ctx.project.id, id));
}

async function ifAlive(ctx: ProjectContext, row: Row<'sessions'> | undefined): Promise<Session | undefined> {
  const user = row?.userId ? await findUser(ctx, row.userId) : undefined;
  if (!row || !user || user.status === 'disabled') return undefined;
  const session = toSession(row);
  return endOf(session, lifetimesOf(ctx, user)) > ctx.now() ? session : undefined;
}

/** Holds the session like `holdSession`, and refuses with E064001 when it has ended. */
export async function requireSession(ctx: ProjectContext, id: string): Promise<Session> {
  const session = await holdSession(ctx, id);
  if (!session) throw new ServiceError('E064001', 'The session in which this was begun has ended');
  return session;
}

/** Reports whether a session could still be refreshed, and holds it. Part of a transaction. */
export async function isSessionAlive(ctx: ProjectContext, id: string): Promise<boolean> {
  return (await holdSession(ctx, id)) !== undefined;
}

/** The factors that a live session of the user has seen. */
export async function factorsOf(
  ctx: ProjectContext,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<string[]> {
  const row = await findSession(ctx.db, ctx.project.id, sessionId);
  return row && row.userId === userId && row.expiresAt > ctx.now() ? toSession(row).amr : [];
}
