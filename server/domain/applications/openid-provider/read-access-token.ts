import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { checkTimes, InvalidTokenError, verifySigned } from '../../../protocols/jwt/verify.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { verificationKeys } from '../../project/projects/keys/signing-keys.ts';
import { findSessionOfToken, verifyToken } from '../../sessions/sessions/authenticate.ts';
import { type InReach, userInReach } from '../../sessions/sessions/in-reach.ts';
import type { LiveSession } from '../../sessions/sessions/session.ts';
import type { Grant } from './grant.ts';
import { findApplicationSession } from './store.ts';

/** An access token that is valid now, with the session that stands behind it. */
export interface LiveAccessToken {
  claims: Record<string, unknown>;
  session: LiveSession;
  /** The user with the tenants that the session reaches. */
  user: InReach;
  grant: Grant;
}

/** Verifies an access token and that its session is alive. Throws `invalid_token` (RFC 6750 §3.1). Costs three queries. */
export async function readAccessToken(ctx: ProjectContext, token: string): Promise<LiveAccessToken> {
  const claims = await verifyAccessToken(ctx, token);
  const { session, grant } = await findApplicationSessionOf(ctx, claims);
  const user = session.userId ? await findUser(ctx, session.userId) : undefined;
  if (!user) throw noSignIn();
  return { claims, session, user: await userInReach(ctx, session, user), grant };
}

/** Finds the live session of a verified access token. Throws `invalid_token`. Costs two queries. */
export async function findApplicationSessionOf(
  ctx: ProjectContext,
  claims: Record<string, unknown>,
): Promise<{ session: LiveSession; grant: Grant }> {
  try {
    const session = await findSessionOfToken(ctx, claims);
    const stored = await findApplicationSession(ctx.db, ctx.project.id, session.id);
    if (!stored) throw noSignIn();
    return { session, grant: JSON.parse(stored.grant) as Grant };
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) throw invalid(error.message);
    throw error;
  }
}

function noSignIn(): OAuthError {
  return invalid('The token belongs to no sign-in at an application');
}

/** Verifies the signature, the type and the times of an access token, of an application or of the project's own client. */
export async function verifyAccessToken(
  ctx: ProjectContext,
  token: string,
): Promise<Record<string, unknown>> {
  try {
    const claims = verifySigned(token, await verificationKeys(ctx, ctx.project.id), 'at+jwt');
    checkTimes(claims, Math.floor(ctx.now() / 1000));
    return claims;
  } catch (error) {
    if (!(error instanceof InvalidTokenError)) throw error;
  }
  try {
    return await verifyToken(ctx, token, 'DS');
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) throw invalid('The access token is not valid');
    throw error;
  }
}

function invalid(description: string): OAuthError {
  return new OAuthError('invalid_token', description);
}
