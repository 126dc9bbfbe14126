import { decodeJwt } from 'jose';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { authenticateAnyRefresh, findSessionOfToken, verifyToken } from '../sessions/authenticate.ts';
import { changeSession } from '../sessions/change-session.ts';
import { customClaimsOf, joinCustomClaims, readCustomClaims } from '../sessions/claims/custom-claims.ts';
import { signRefreshToken, signSessionJwt } from '../sessions/claims/tokens.ts';
import { hashTokenId, nextTokenId } from '../sessions/session.ts';

export interface JwtUpdate {
  jwt: string;
  customClaims?: Record<string, unknown>;
  /** The remaining lifetime of the session; 0 and longer values change nothing. */
  lifetimeSeconds?: number;
}

/**
 * Returns a token of the same kind for the same session, with additional custom claims and current roles.
 *
 * Claims for a refresh JWT stay with the session and are in every later token. Claims for a session JWT are in that
 * token only, which expires at the same time as the given one.
 */
export function updateJwt(ctx: ProjectContext, update: JwtUpdate): Promise<string> {
  return kindOf(update.jwt) === 'DSR' ? updateRefreshJwt(ctx, update) : updateSessionJwt(ctx, update);
}

async function updateRefreshJwt(ctx: ProjectContext, { jwt, ...changes }: JwtUpdate): Promise<string> {
  const { session: shown } = await authenticateAnyRefresh(ctx, jwt);
  const { tokenHash, ...changed } = await changeSession(ctx, shown.id, changes);
  // Within the grace time, the given token may be the predecessor of the current one.
  const isCurrent = tokenHash === hashTokenId(shown.tokenId);
  const tokenId = isCurrent ? shown.tokenId : nextTokenId(shown.tokenId);
  return signRefreshToken(ctx, { ...changed, tokenId });
}

async function updateSessionJwt(ctx: ProjectContext, update: JwtUpdate): Promise<string> {
  const claims = await verifyToken(ctx, update.jwt, 'DS');
  const { id } = await findSessionOfToken(ctx, claims);
  const customClaims = joinCustomClaims(customClaimsOf(claims), readCustomClaims(update.customClaims));
  const { session, user } = await changeSession(ctx, id, { lifetimeSeconds: update.lifetimeSeconds ?? 0 });
  return signSessionJwt(
    ctx,
    { session: { ...session, customClaims }, user, tokenId: '' },
    Number(claims['exp']) * 1000,
  );
}

/** Reads the kind that the token claims, without verification. */
function kindOf(jwt: string): unknown {
  try {
    return decodeJwt(jwt)['drn'];
  } catch {
    throw new ServiceError('E064002', 'The token is not valid');
  }
}
