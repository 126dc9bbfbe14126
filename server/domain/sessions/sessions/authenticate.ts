import type { Actor, ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { InvalidTokenError, type TokenKind, verifyJwt } from '../../../protocols/jwt/verify.ts';
import type { Row } from '../../../storage/tables.ts';
import { transaction } from '../../../storage/transaction.ts';
import { userIdPattern } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { verificationKeys } from '../../project/projects/keys/signing-keys.ts';
import { problemOfImpersonation } from '../impersonation/check-impersonation.ts';
import { endSession } from './end-session.ts';
import { callerSession, hashTokenId, isInGrace, toSession } from './session.ts';
import { findSession } from './store.ts';

/** Checks a JWT of this project; E064002 says why it is refused. */
export async function verifyToken(
  ctx: ProjectContext,
  token: string,
  kind: TokenKind,
): Promise<Record<string, unknown>> {
  const keys = await verificationKeys(ctx, ctx.project.id);
  return verifyJwt(token, keys, { kind, projectId: ctx.project.id, now: ctx.now() }).catch((error: Error) => {
    if (!(error instanceof InvalidTokenError)) throw error;
    throw new ServiceError('E064002', error.message.replace(/^the/, 'The'));
  });
}

/** Who shows a refresh JWT of a user. One query. */
export async function authenticateRefresh(ctx: ProjectContext, token: string): Promise<UserContext> {
  const authenticated = await authenticateAnyRefresh(ctx, token);
  if (authenticated.session.userId) return authenticated;
  throw new ServiceError('E064004', 'The session is anonymous: there is no user');
}

/** The same, for anonymous sessions too: their `userId` is empty. */
export async function authenticateAnyRefresh(ctx: ProjectContext, token: string): Promise<UserContext> {
  const { row, tokenId } = await findLiveSession(ctx, token);
  await requireUsable(ctx, row);
  return { ...ctx, session: callerSession(toSession(row), tokenId), actor: actorOf(row) };
}

async function requireUsable(ctx: ProjectContext, row: LiveSession['row']): Promise<void> {
  if (row.userStatus === 'disabled') throw new ServiceError('E062109');
  if (row.impersonatorId) await requireImpersonation({ ...ctx, actor: actorOf(row) }, row);
}

/** An impersonator acts in the name of the user (RFC 8693 §4.1). */
function actorOf({ id, userId, impersonatorId }: Row<'sessions'>): Actor {
  if (!userId) return { type: 'anonymous', id };
  if (!impersonatorId) return { type: 'user', id: userId };
  return { type: 'user', id: impersonatorId, actingAs: userId };
}

/** Whoever loses the right to act as another loses the session at once, and for good. */
async function requireImpersonation(ctx: ProjectContext, row: Row<'sessions'>): Promise<void> {
  const { id: sessionId, impersonatorId } = row;
  const userId = row.userId ?? '';
  const needsConsent = row.needsConsent === 1;
  const reason = await problemOfImpersonation(ctx, { userId, impersonatorId, needsConsent });
  if (!reason) return;
  await transaction(ctx, async (ctx) => {
    // Of requests at the same time one writes it down.
    if (!(await endSession(ctx, sessionId))) return;
    await recordAudit(ctx, { action: 'ImpersonationStopped', userId, data: { sessionId, reason } });
  });
  throw new ServiceError('E064001', `The impersonation has ended. ${reason}`);
}

/**
 * The session of a refresh JWT: the signature is checked, then the database is asked whether the session still lives
 * and the token is the current one. The user may be disabled.
 *
 * The token before the current one is honoured for ten seconds, because answers get lost. Any later use means that
 * two parties hold the token: the session ends for both (RFC 9700 §4.14.2).
 */
export async function findLiveSession(ctx: ProjectContext, token: string): Promise<LiveSession> {
  const { sid: sessionId, jti: tokenId } = await verifyToken(ctx, token, 'DSR');
  if (typeof sessionId !== 'string' || typeof tokenId !== 'string') throw new ServiceError('E064002');
  const row = await findSession(ctx.db, ctx.project.id, sessionId);
  if (!row || row.expiresAt <= ctx.now()) throw new ServiceError('E064001', 'The session has ended');
  const shown = hashTokenId(tokenId);
  if (row.tokenHash !== shown && !isInGrace(row, shown, ctx.now())) {
    await endReusedSession({ ...ctx, actor: actorOf(row) }, row);
    throw new ServiceError('E064001', 'The refresh token was used before, so the session was ended');
  }
  return { row, tokenId };
}

export interface LiveSession {
  row: NonNullable<Awaited<ReturnType<typeof findSession>>>;
  /** `jti` of the token that was shown. */
  tokenId: string;
}

/** Committed before the refusal: whoever stole the token must not be able to undo it. */
async function endReusedSession(ctx: ProjectContext, row: Row<'sessions'>): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await endSession(ctx, row.id);
    const userId = row.userId ?? '';
    await recordAudit(ctx, { action: 'RefreshReused', userId, data: { sessionId: row.id } });
  });
}

/** The session that a session JWT is of, which may have ended before the token runs out. One query. */
export async function findSessionOfToken(
  ctx: ProjectContext,
  { sid }: Record<string, unknown>,
): Promise<Row<'sessions'>> {
  if (typeof sid !== 'string') throw new ServiceError('E011004', 'The JWT belongs to no session');
  const row = await findSession(ctx.db, ctx.project.id, sid);
  if (!row || row.expiresAt <= ctx.now()) throw new ServiceError('E064001', 'The session has ended');
  await requireUsable(ctx, row);
  return row;
}

/** Who shows a session JWT. It is taken at its word until it expires: no query. */
export async function authenticateSession(
  ctx: ProjectContext,
  token: string,
): Promise<ProjectContext & { claims: Record<string, unknown> }> {
  const claims = await verifyToken(ctx, token, 'DS');
  const id = String(claims['sub']);
  const { act } = claims as { act?: { sub?: string } };
  if (act?.sub) return { ...ctx, claims, actor: { type: 'user', id: act.sub, actingAs: id } };
  return { ...ctx, claims, actor: { type: actorTypeOf(claims, id), id } };
}

function actorTypeOf(claims: Record<string, unknown>, id: string): Actor['type'] {
  if (claims['anonymous'] === true) return 'anonymous';
  return userIdPattern.test(id) ? 'user' : 'accessKey';
}
