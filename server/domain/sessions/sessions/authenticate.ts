import type { Actor, ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import {
  InvalidTokenError,
  type TokenKind,
  type VerificationKey,
  verifyJwt,
} from '../../../protocols/jwt/verify.ts';
import { loadOrRecall } from '../../../storage/outage.ts';
import type { Row } from '../../../storage/tables.ts';
import { transaction } from '../../../storage/transaction.ts';
import { userIdPattern } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { recallVerificationKeys, verificationKeys } from '../../project/projects/keys/signing-keys.ts';
import { problemOfImpersonation } from '../impersonation-rights/check-impersonation.ts';
import { endSession } from './end-session.ts';
import type { SessionHandle } from './resume-session.ts';
import { callerSession, hashTokenId, isInGrace, toSession } from './session.ts';
import { findSession } from './store.ts';

/** Verifies a JWT of this project. Throws E064002 with the reason for a refusal. */
export async function verifyToken(
  ctx: ProjectContext,
  token: string,
  kind: TokenKind | readonly TokenKind[],
): Promise<Record<string, unknown>> {
  return verifyWith(await verificationKeys(ctx, ctx.project.id), ctx, token, kind);
}

function verifyWith(
  keys: VerificationKey[],
  ctx: ProjectContext,
  token: string,
  kind: TokenKind | readonly TokenKind[],
): Record<string, unknown> {
  try {
    return verifyJwt(token, keys, { kind, projectId: ctx.project.id, now: ctx.now() });
  } catch (error) {
    if (!(error instanceof InvalidTokenError)) throw error;
    throw new ServiceError('E064002', error.message.replace(/^the/, 'The'));
  }
}

/** Authenticates the caller by a user's refresh JWT. Costs one query. */
export async function authenticateRefresh(ctx: ProjectContext, token: string): Promise<UserContext> {
  const authenticated = await authenticateAnyRefresh(ctx, token);
  if (authenticated.session.userId) return authenticated;
  throw new ServiceError('E064004', 'The session is anonymous and has no user. Sign in first');
}

/**
 * Authenticates a user whose sign-in may still await its second factor (`session.awaits`): for the operations that complete it.
 */
export async function authenticateAwaiting(ctx: ProjectContext, token: string): Promise<UserContext> {
  const { row, tokenId } = await findLiveSession(ctx, token, ['DSR', 'DSM']);
  if (!row.awaits) return authenticateRefresh(ctx, token);
  if (row.userStatus === 'disabled') throw new ServiceError('E062109');
  return { ...ctx, session: callerSession(toSession(row), tokenId), actor: actorOf(row) };
}

/** Authenticates users and anonymous sessions by a refresh JWT. An anonymous session has an empty `userId`. */
export async function authenticateAnyRefresh(ctx: ProjectContext, token: string): Promise<UserContext> {
  const { row, tokenId } = await findLiveSession(ctx, token);
  await requireUsable(ctx, row);
  return { ...ctx, session: callerSession(toSession(row), tokenId), actor: actorOf(row) };
}

async function requireUsable(ctx: ProjectContext, row: LiveSession['row']): Promise<void> {
  if (row.userStatus === 'disabled') {
    ctx.seenSessions.sawEnded(row.id);
    throw new ServiceError('E062109');
  }
  if (row.impersonatorId) await requireImpersonation({ ...ctx, actor: actorOf(row) }, row);
  const lifetimeMs = ctx.project.settings.sessionLifetimeSeconds * 1000;
  ctx.seenSessions.sawAlive(row.id, Math.min(ctx.now() + lifetimeMs, row.expiresAt));
}

/** Finds a session that has not expired. */
async function findUnexpired(ctx: ProjectContext, id: string): Promise<LiveSession['row']> {
  const row = await findSession(ctx.db, ctx.project.id, id);
  if (row && row.expiresAt > ctx.now()) return row;
  ctx.seenSessions.sawEnded(id);
  throw new ServiceError('E064001', 'The session has ended');
}

/** Returns the actor: an impersonator acts in the name of the user (RFC 8693 §4.1). */
function actorOf({ id, userId, impersonatorId }: Row<'sessions'>): Actor {
  if (!userId) return { type: 'anonymous', id };
  if (!impersonatorId) return { type: 'user', id: userId };
  return { type: 'user', id: impersonatorId, actingAs: userId };
}

/** Ends the session permanently as soon as the impersonator loses the right. */
async function requireImpersonation(ctx: ProjectContext, row: Row<'sessions'>): Promise<void> {
  const { id: sessionId, impersonatorId } = row;
  const userId = row.userId ?? '';
  const needsConsent = row.needsConsent === 1;
  const reason = await problemOfImpersonation(ctx, { userId, impersonatorId, needsConsent });
  if (!reason) return;
  await transaction(ctx, async (ctx) => {
    // Only one of several concurrent requests records the end.
    if (!(await endSession(ctx, sessionId))) return;
    await recordAudit(ctx, { action: 'ImpersonationStopped', userId, data: { sessionId, reason } });
  });
  throw new ServiceError('E064001', `The impersonation has ended. ${reason}`);
}

/**
 * Finds the session of a refresh JWT: verifies the signature, then checks in the database that the session is live
 * and the token is the current one. The user may be disabled.
 *
 * The previous token is accepted for ten seconds, because responses get lost. Any later use means that two parties
 * hold the token, so the session ends for both (RFC 9700 §4.14.2).
 */
export async function findLiveSession(
  ctx: ProjectContext,
  token: string,
  kind: TokenKind | readonly TokenKind[] = 'DSR',
): Promise<LiveSession> {
  const { sid: sessionId, jti: tokenId } = await verifyToken(ctx, token, kind);
  if (typeof sessionId !== 'string' || typeof tokenId !== 'string') throw new ServiceError('E064002');
  return findSessionOfTokenId(ctx, { sessionId, tokenId });
}

/** Authenticates an application by the session and the ID of its refresh token, which is as secret as the token. Costs one query. */
export async function authenticateTokenId(ctx: ProjectContext, handle: SessionHandle): Promise<UserContext> {
  const { row, tokenId } = await findSessionOfTokenId(ctx, handle);
  await requireUsable(ctx, row);
  return { ...ctx, session: callerSession(toSession(row), tokenId), actor: actorOf(row) };
}

async function findSessionOfTokenId(
  ctx: ProjectContext,
  { sessionId, tokenId }: SessionHandle,
): Promise<LiveSession> {
  const row = await findUnexpired(ctx, sessionId);
  const shown = hashTokenId(tokenId);
  if (row.tokenHash !== shown && !isInGrace(row, shown, ctx.now())) {
    await endReusedSession({ ...ctx, actor: actorOf(row) }, row);
    throw new ServiceError(
      'E064001',
      'The refresh token was already used, so the session was ended. Sign in again',
    );
  }
  return { row, tokenId };
}

export interface LiveSession {
  row: NonNullable<Awaited<ReturnType<typeof findSession>>>;
  /** `jti` of the given token. */
  tokenId: string;
}

/** Commits the end before the refusal, so that the thief of the token cannot undo it. */
async function endReusedSession(ctx: ProjectContext, row: Row<'sessions'>): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await endSession(ctx, row.id);
    const userId = row.userId ?? '';
    await recordAudit(ctx, { action: 'RefreshReused', userId, data: { sessionId: row.id } });
  });
}

/** Finds the session of a session JWT. The session may have ended before the token expires. Costs one query. */
export async function findSessionOfToken(
  ctx: ProjectContext,
  { sid }: Record<string, unknown>,
): Promise<Row<'sessions'>> {
  if (typeof sid !== 'string') throw new ServiceError('E011004', 'The JWT belongs to no session');
  const row = await findUnexpired(ctx, sid);
  await requireUsable(ctx, row);
  return row;
}

/**
 * Authenticates the caller by a session JWT whose session is alive. Costs one query, and none for the JWT of an access key,
 * which has no session. While the database cannot be reached, only a session that this instance saw alive within the
 * lifetime of the JWT, and never ended, is trusted.
 */
export async function authenticateSession(
  ctx: ProjectContext,
  token: string,
): Promise<ProjectContext & { claims: Record<string, unknown> }> {
  const keys = await recallVerificationKeys(ctx, ctx.project.id);
  const claims = await verifyWith(keys.value, ctx, token, 'DS');
  const session = await recallSession(ctx, claims['sid']);
  const isStale = ctx.isStale || keys.isStale || session.isStale;
  if (isStale && !session.value) throw cannotTell();
  const id = String(claims['sub']);
  const { act } = claims as { act?: { sub?: string } };
  const actor: Actor = act?.sub
    ? { type: 'user', id: act.sub, actingAs: id }
    : { type: actorTypeOf(claims, id), id };
  return { ...ctx, claims, actor, isStale };
}

/** Throws unless the session is alive. The value is `false` if there is none. */
async function recallSession(
  ctx: ProjectContext,
  id: unknown,
): Promise<{ value: boolean; isStale: boolean }> {
  if (typeof id !== 'string') return { value: false, isStale: false };
  return loadOrRecall(
    async () => {
      await requireUsable(ctx, await findUnexpired(ctx, id));
      return true;
    },
    () => {
      if (ctx.seenSessions.isAlive(id)) return true;
      throw cannotTell();
    },
  );
}

function cannotTell(): ServiceError {
  const message = 'The database cannot be reached, and this instance has not seen the session lately';
  return new ServiceError('E500002', message, { retryAfterSeconds: 1 });
}

function actorTypeOf(claims: Record<string, unknown>, id: string): Actor['type'] {
  if (claims['anonymous'] === true) return 'anonymous';
  return userIdPattern.test(id) ? 'user' : 'accessKey';
}
