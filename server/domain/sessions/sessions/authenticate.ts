import type { Actor, ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { InvalidTokenError, type TokenKind, verifyJwt } from '../../../protocols/jwt/verify.ts';
import { loadOrRecall } from '../../../storage/outage.ts';
import { userIdPattern } from '../../directory/users/user.ts';
import { verifyByApplicationKeys } from '../../project/projects/keys/application-keys.ts';
import { recallVerificationKeys, verifyBySessionKeys } from '../../project/projects/keys/signing-keys.ts';
import {
  actorOf,
  callerSession,
  requireLiveSession,
  requireSessionOfToken,
  type SessionHandle,
} from './live-session.ts';
import { seenSessions } from './seen-sessions.ts';
import type { LiveSession } from './session.ts';

/** Verifies a JWT of this project. Throws E064002 with the reason for a refusal. */
export async function verifyToken(
  ctx: ProjectContext,
  token: string,
  kind: TokenKind | readonly TokenKind[],
): Promise<Record<string, unknown>> {
  // Only the token of a sign-in that awaits its second factor is signed with another key than that of sessions.
  const by = [kind].flat().includes('DSM') ? verifyByApplicationKeys : verifyBySessionKeys;
  return verifyWith(by, ctx, token, kind);
}

async function verifyWith(
  by: typeof verifyByApplicationKeys,
  ctx: ProjectContext,
  token: string,
  kind: TokenKind | readonly TokenKind[],
): Promise<Record<string, unknown>> {
  const expected = { kind, projectId: ctx.project.id, now: ctx.now() };
  try {
    return await by(ctx, (keys) => verifyJwt(token, keys, expected));
  } catch (error) {
    if (!(error instanceof InvalidTokenError)) throw error;
    throw new ServiceError('E064002', error.message.replace(/^the/, 'The'));
  }
}

/** Authenticates the caller by a user's refresh JWT. Costs one query. */
export async function authenticateRefresh(ctx: ProjectContext, token: string): Promise<UserContext> {
  return requireUser(await authenticateAnyRefresh(ctx, token));
}

/**
 * Authenticates a user whose sign-in may still await its second factor (`session.awaits`): for the operations that complete it.
 */
export async function authenticateAwaiting(ctx: ProjectContext, token: string): Promise<UserContext> {
  return requireUser(await authenticateTokenId(ctx, await readToken(ctx, token, ['DSR', 'DSM'])));
}

/** Authenticates users and anonymous sessions by a refresh JWT. An anonymous session has an empty `userId`. */
export async function authenticateAnyRefresh(ctx: ProjectContext, token: string): Promise<UserContext> {
  return authenticateTokenId(ctx, await readToken(ctx, token, 'DSR'));
}

/** Authenticates by the session and the ID of its refresh token, which is as secret as the token. Costs one query. */
export async function authenticateTokenId(ctx: ProjectContext, handle: SessionHandle): Promise<UserContext> {
  const session = await requireSessionOfToken(ctx, handle);
  return { ...ctx, session: callerSession(session, handle.tokenId), actor: actorOf(session) };
}

/** Finds the live session of a refresh JWT. */
export async function findSessionOfRefreshJwt(
  ctx: ProjectContext,
  token: string,
  exceptions?: { withoutRight: boolean },
): Promise<LiveSession> {
  return requireSessionOfToken(ctx, await readToken(ctx, token, 'DSR'), exceptions);
}

function requireUser(authenticated: UserContext): UserContext {
  if (authenticated.session.userId) return authenticated;
  throw new ServiceError('E064004', 'The session is anonymous and has no user. Sign in first');
}

async function readToken(
  ctx: ProjectContext,
  token: string,
  kind: TokenKind | readonly TokenKind[],
): Promise<SessionHandle> {
  const { sid: sessionId, jti: tokenId } = await verifyToken(ctx, token, kind);
  if (typeof sessionId !== 'string' || typeof tokenId !== 'string') throw new ServiceError('E064002');
  return { sessionId, tokenId };
}

/** Finds the session of a session JWT. The session may have ended before the token expires. Costs one query. */
export async function findSessionOfToken(
  ctx: ProjectContext,
  { sid }: Record<string, unknown>,
): Promise<LiveSession> {
  if (typeof sid !== 'string') throw new ServiceError('E011004', 'The JWT belongs to no session');
  return requireLiveSession(ctx, sid);
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
  const claims = await verifyWith(
    (ctx, verify) => verifyBySessionKeys(ctx, verify, keys.value),
    ctx,
    token,
    'DS',
  );
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
      await requireLiveSession(ctx, id);
      return true;
    },
    () => {
      if (seenSessions(ctx).isAlive(id)) return true;
      throw cannotTell();
    },
  );
}

function cannotTell(): ServiceError {
  const message = 'The database cannot be reached, and this instance has not checked the session recently';
  return new ServiceError('E500002', message, { retryAfterSeconds: 1 });
}

function actorTypeOf(claims: Record<string, unknown>, id: string): Actor['type'] {
  if (claims['anonymous'] === true) return 'anonymous';
  return userIdPattern.test(id) ? 'user' : 'accessKey';
}
