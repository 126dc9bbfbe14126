import type { ProjectContext, UserContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { InvalidTokenError, type TokenKind, verifyJwt } from '../../protocols/jwt/verify.ts';
import type { Row } from '../../storage/tables.ts';
import { transaction } from '../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';
import { verificationKeys } from '../projects/signing-keys.ts';
import { userIdPattern } from '../users/user.ts';
import { hashTokenId, isInGrace } from './session.ts';
import { deleteSession, findSession } from './store.ts';

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

/**
 * Who shows a refresh JWT: the signature is checked, then the database is asked whether the session still lives, the
 * token is the current one, and the user is enabled. One query.
 *
 * The token before the current one is honoured for ten seconds, because answers get lost. Any later use means that
 * two parties hold the token: the session ends for both (RFC 9700 §4.14.2).
 */
export async function authenticateRefresh(ctx: ProjectContext, token: string): Promise<UserContext> {
  const { sid: sessionId, jti: tokenId } = await verifyToken(ctx, token, 'DSR');
  if (typeof sessionId !== 'string' || typeof tokenId !== 'string') throw new ServiceError('E064002');
  const row = await findSession(ctx.db, ctx.project.id, sessionId);
  if (!row || row.expiresAt <= ctx.now()) throw new ServiceError('E064001', 'The session has ended');
  const actor = { type: 'user' as const, id: row.userId };
  const shown = hashTokenId(tokenId);
  if (row.tokenHash !== shown && !isInGrace(row, shown, ctx.now())) {
    await endReusedSession({ ...ctx, actor }, row);
    throw new ServiceError('E064001', 'The refresh token was used before, so the session was ended');
  }
  if (row.userStatus === 'disabled') throw new ServiceError('E062109');
  const { id, userId, tenantId, impersonatorId } = row;
  return { ...ctx, session: { id, userId, tenantId, impersonatorId, tokenId }, actor };
}

/** Committed before the refusal: whoever stole the token must not be able to undo it. */
async function endReusedSession(ctx: ProjectContext, row: Row<'sessions'>): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await deleteSession(ctx.db, ctx.project.id, row.id);
    await recordAudit(ctx, { action: 'RefreshReused', userId: row.userId, data: { sessionId: row.id } });
  });
}

/** Who shows a session JWT. It is taken at its word until it expires: no query. */
export async function authenticateSession(
  ctx: ProjectContext,
  token: string,
): Promise<ProjectContext & { claims: Record<string, unknown> }> {
  const claims = await verifyToken(ctx, token, 'DS');
  const id = String(claims['sub']);
  return { ...ctx, claims, actor: { type: userIdPattern.test(id) ? 'user' : 'accessKey', id } };
}
