import type {
  Actor,
  ProjectContext,
  ProjectData,
  TimedProjectData,
  UserContext,
} from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Row } from '../../../storage/tables.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findLimitsBelowUser } from '../../directory/tenants/role-inheritance.ts';
import { holdUser } from '../../directory/users/revocations.ts';
import { isDisabled, type User } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { problemOfImpersonation } from '../impersonation-rights/check-impersonation.ts';
import { anonymousSubject } from './anonymous-subject.ts';
import { endSession } from './end-session.ts';
import { lifetimesOfUser } from './in-reach.ts';
import { endOf, lifetimesOf } from './lifetimes.ts';
import { seenSessions } from './seen-sessions.ts';
import { hashTokenId, isInGrace, type LiveSession, type Session, toSession } from './session.ts';
import { findSessionRow, holdSessionRow, type SessionRow, shareSession, takeSessionRow } from './store.ts';

// The gate: only this file decides whether a session is alive. Which tenants the session reaches is decided in `in-reach.ts`.

/** Identifies a started session between requests: the ID of its refresh token is as secret as the token. */
export interface SessionHandle {
  sessionId: string;
  tokenId: string;
}

interface Exceptions {
  /** An impersonator who has lost the right can still stop the impersonation. */
  withoutRight?: boolean;
}

/** Returns a session that this transaction or statement has just stored, which is alive for that reason. */
export function justStored(session: Session): LiveSession {
  return session as LiveSession;
}

/** Finds a live session. Throws E064001 if it has ended, and E062109 if its user is disabled. Costs one query. */
export async function requireLiveSession(ctx: ProjectContext, id: string): Promise<LiveSession> {
  return admit(ctx, id, await findSessionRow(ctx.db, ctx.project.id, id));
}

/** Finds a live session without locking it, so that it may end at any time. */
export function findLiveSession(ctx: ProjectContext, id: string): Promise<LiveSession | undefined> {
  return unlessRefused(requireLiveSession(ctx, id));
}

/**
 * Finds the live session of a refresh token. Costs one query.
 *
 * The previous token is accepted for ten seconds, because responses get lost. Any later use means that two parties
 * hold the token, so the session ends for both (RFC 9700 §4.14.2).
 */
export async function requireSessionOfToken(
  ctx: ProjectContext,
  { sessionId, tokenId }: SessionHandle,
  exceptions: Exceptions = {},
): Promise<LiveSession> {
  const row = await findSessionRow(ctx.db, ctx.project.id, sessionId);
  const live = requireUnexpired(ctx, sessionId, row);
  const shown = hashTokenId(tokenId);
  if (live.tokenHash !== shown && !isInGrace(live, shown, ctx.now())) {
    await endReusedSession({ ...ctx, actor: actorOf(toSession(live)) }, live);
    throw new ServiceError(
      'E064001',
      'The refresh token was already used, so the session was ended. Sign in again',
    );
  }
  return admit(ctx, sessionId, live, exceptions);
}

/**
 * Finds the live session of the first refresh token, which has not been handed out, or of a sign-in that awaits its second
 * factor. Throws E064001 if the session has ended or another token has taken the place of this one.
 */
export async function requireUnclaimedSession(
  ctx: ProjectContext,
  { sessionId, tokenId }: SessionHandle,
): Promise<LiveSession> {
  const row = await findSessionRow(ctx.db, ctx.project.id, sessionId);
  if (!row?.userId || row.tokenHash !== hashTokenId(tokenId)) throw hasEnded();
  return admit(ctx, sessionId, row);
}

/**
 * Returns the session in which an operation was started, if it is alive. Locks the session and its
 * user until the transaction ends, so that a revocation on another instance either is already finished or waits for
 * this transaction. Locks the user first, as every revocation does, so that the two cannot wait for each other.
 */
export async function holdSession(ctx: ProjectContext, id: string): Promise<LiveSession | undefined> {
  const before = await findSessionRow(ctx.db, ctx.project.id, id);
  if (!before?.userId) return undefined;
  await holdUser(ctx, before.userId);
  if (!(await holdSessionRow(ctx.db, ctx.project.id, id))) return undefined;
  return findLiveSession(ctx, id);
}

/** Locks the session like `holdSession`. Throws E064001 if it has ended. */
export async function requireHeldSession(ctx: ProjectContext, id: string): Promise<LiveSession> {
  const session = await holdSession(ctx, id);
  if (session) return session;
  const message = 'The session in which this was started has ended. Sign in and start again';
  throw new ServiceError('E064001', message);
}

/**
 * Reports whether a session that was alive a moment ago still is, and keeps it until the transaction ends. Several transactions can keep
 * it at once. Costs one query.
 */
export function keepSession(ctx: ProjectData, id: string): Promise<boolean> {
  return shareSession(ctx.db, ctx.project.id, id);
}

/**
 * Ends the session that a new one continues, and returns it. Throws E064001 if it has ended already. `user` was loaded
 * in this transaction and may sign in.
 */
export async function takeLiveSession(ctx: TimedProjectData, id: string, user: User): Promise<LiveSession> {
  const row = await takeSessionRow(ctx.db, ctx.project.id, id);
  if (!row) throw hasEnded();
  const session = toSession(row);
  const isOwn = session.userId === user.id;
  if (isOwn && endOf(session, await lifetimesOfUser(ctx, user)) <= ctx.now()) throw hasEnded();
  return session as LiveSession;
}

/** Returns the caller's session as operations see it. */
export function callerSession(session: LiveSession, tokenId: string): UserContext['session'] {
  const {
    id,
    userId,
    amr,
    tenantId,
    ssoTenantIds,
    impersonatorId,
    createdAt,
    provenAt,
    rotatedAt,
    expiresAt,
  } = session;
  const { awaits, resetsPassword, lifetimes } = session;
  return {
    id,
    userId,
    amr,
    tenantId,
    ssoTenantIds,
    impersonatorId,
    tokenId,
    createdAt,
    provenAt,
    rotatedAt,
    expiresAt,
    ...(lifetimes && { lifetimes }),
    ...(resetsPassword && { resetsPassword }),
    ...(awaits && { awaits: { methods: awaits.methods, enrol: awaits.enrol } }),
  };
}

/** Returns the actor: an impersonator acts in the name of the user (RFC 8693 §4.1). */
export function actorOf({ id, userId, impersonatorId }: Session): Actor {
  if (!userId) return { type: 'anonymous', id };
  if (!impersonatorId) return { type: 'user', id: userId };
  return { type: 'user', id: impersonatorId, actingAs: userId };
}

/** Returns the session, or throws the reason why it is not alive. */
async function admit(
  ctx: ProjectContext,
  id: string,
  found: SessionRow | undefined,
  { withoutRight = false }: Exceptions = {},
): Promise<LiveSession> {
  const row = requireUnexpired(ctx, id, found);
  const session = toSession(row);
  const { userStatus } = row;
  if (userStatus && isDisabled({ status: userStatus })) throw ended(ctx, id, new ServiceError('E062109'));
  const lifetimes = await lifetimesOfRow(ctx, row, session);
  const endsAt = endOf(session, lifetimes);
  if (endsAt <= ctx.now()) throw ended(ctx, id);
  if (session.impersonatorId && !withoutRight) await requireImpersonation(ctx, row, session);
  const sessionJwtMs = ctx.project.settings.sessionLifetimeSeconds * 1000;
  seenSessions(ctx).sawAlive(id, Math.min(ctx.now() + sessionJwtMs, endsAt));
  return { ...session, lifetimes } as LiveSession;
}

/** Returns the row unless it is missing or past its absolute end. */
function requireUnexpired(ctx: ProjectContext, id: string, row: SessionRow | undefined): SessionRow {
  if (row && row.expiresAt > ctx.now()) return row;
  throw ended(ctx, id);
}

/**
 * Returns the lifetimes that apply to a session. The row has those of the tenants to which the user belongs. Costs one query for
 * users whose tenants have sub-tenants.
 */
async function lifetimesOfRow(ctx: ProjectData, row: SessionRow, session: Session) {
  if (!session.userId) {
    return lifetimesOf(ctx, session.tenantId ? (await anonymousSubject(ctx, session)).tenants : []);
  }
  const { tenantLimits } = row;
  if (!tenantLimits.some(({ passesRoles }) => passesRoles)) return lifetimesOf(ctx, tenantLimits);
  return lifetimesOf(ctx, [...tenantLimits, ...(await findLimitsBelowUser(ctx, session.userId))]);
}

/** Ends the session permanently as soon as the impersonator loses the right. */
async function requireImpersonation(ctx: ProjectContext, row: SessionRow, session: Session): Promise<void> {
  const { id: sessionId, userId, impersonatorId } = session;
  const needsConsent = row.needsConsent === 1;
  const reason = await problemOfImpersonation(ctx, { userId, impersonatorId, needsConsent });
  if (!reason) return;
  await transaction({ ...ctx, actor: actorOf(session) }, async (ctx) => {
    // Only one of several concurrent requests records the end.
    if (!(await endSession(ctx, sessionId))) return;
    await recordAudit(ctx, { action: 'ImpersonationStopped', userId, data: { sessionId, reason } });
  });
  throw new ServiceError('E064001', `The impersonation has ended. ${reason}`);
}

/** Commits the end before the refusal, so that the thief of the token cannot undo it. */
async function endReusedSession(ctx: ProjectContext, row: Row<'sessions'>): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await endSession(ctx, row.id);
    const userId = row.userId ?? '';
    await recordAudit(ctx, { action: 'RefreshReused', userId, data: { sessionId: row.id } });
  });
}

function ended(ctx: ProjectContext, id: string, error = hasEnded()): ServiceError {
  seenSessions(ctx).sawEnded(id);
  return error;
}

function hasEnded(): ServiceError {
  return new ServiceError('E064001', 'The session has ended');
}

async function unlessRefused(found: Promise<LiveSession>): Promise<LiveSession | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return undefined;
    throw error;
  }
}
