import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { checkTimes, InvalidTokenError, verifySigned } from '../../../protocols/jwt/verify.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { verifyByApplicationKeys } from '../../project/projects/keys/application-keys.ts';
import { findSessionOfToken, verifyToken } from '../../sessions/sessions/authenticate.ts';
import type { LiveSession } from '../../sessions/sessions/session.ts';
import type { Grant } from './grant.ts';
import { findApplicationSession } from './store.ts';

/** A session of an application that is alive. */
interface ApplicationSession {
  session: LiveSession;
  appId: string;
  isAppEnabled: boolean;
  grant: Grant;
}

/** Finds the live session of a verified access token. Throws `invalid_token` (RFC 6750 §3.1). Costs two queries. */
export async function findApplicationSessionOf(
  ctx: ProjectContext,
  claims: Record<string, unknown>,
): Promise<ApplicationSession> {
  try {
    const session = await findSessionOfToken(ctx, claims);
    const stored = await findApplicationSession(ctx.db, ctx.project.id, session.id);
    if (!stored) throw invalid('The token does not belong to a sign-in to an application');
    const { appId, isAppEnabled } = stored;
    return { session, appId, isAppEnabled: isAppEnabled === 1, grant: JSON.parse(stored.grant) as Grant };
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) throw invalid(error.message);
    throw error;
  }
}

/** Verifies the signature, the type and the times of an access token, of an application or of the project's own client. */
export async function verifyAccessToken(
  ctx: ProjectContext,
  token: string,
): Promise<Record<string, unknown>> {
  try {
    const claims = await verifyByApplicationKeys(ctx, (keys) => verifySigned(token, keys, 'at+jwt'));
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
