import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { signJwt } from '../../../protocols/jwt/sign.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { currentApplicationKey, hasApplicationKeys } from '../../project/projects/keys/application-keys.ts';
import { isAllowedKnown } from './consent.ts';
import { requireCurrentSignIn } from './current-sign-in.ts';
import { requireKeyOfToken, type ShownToken } from './dpop/take-proof.ts';
import type { Grant } from './grant.ts';
import { findApplicationSessionOf, verifyAccessToken } from './read-access-token.ts';
import { claimsOf, narrowedTo } from './scopes.ts';
import { ownClaims } from './third-party.ts';

/**
 * Returns the claims that the access token allows the application, as a JWT if the application registered itself so (OpenID
 * Connect Core §5.3.2).
 */
export async function userInfo(
  ctx: ProjectContext,
  token: string,
  shown: ShownToken,
): Promise<Record<string, unknown> | string> {
  const claims = await verifyAccessToken(ctx, token);
  requireAudience(ctx, claims);
  const signIn = await findApplicationSessionOf(ctx, claims);
  await requireKeyOfToken(ctx, { token, claims }, shown);
  const { user, thirdParty } = await requireCurrentSignIn(ctx, signIn);
  const grant = grantOf(claims, signIn.grant);
  if (!grant.scopes.includes('openid'))
    throw new OAuthError('insufficient_scope', 'The access token has no scope `openid`');
  await isAllowedKnown(ctx, { thirdParty }, grant, user.id);
  const own = await ownClaims(ctx, thirdParty, user, grant);
  const info = {
    ...own.attributes,
    ...own.rights,
    ...claimsOf(user, signIn.session, { scopes: grant.scopes, claims: grant.userInfoClaims }),
    sub: grant.subject,
  };
  if (!thirdParty?.inboundApp.settings.registration.userInfoAlgorithm) return info;
  const about = { iss: grant.issuer, aud: grant.clientId, iat: Math.floor(ctx.now() / 1000) };
  return signJwt({ ...info, ...about }, await currentApplicationKey(ctx), 'userinfo+jwt');
}

/** Returns what the token stands for, which after a refresh can be less than what was granted. A session JWT has no scopes. */
function grantOf({ drn, scope }: Record<string, unknown>, grant: Grant): Grant {
  return drn === undefined ? narrowedTo(grant, String(scope).split(' ')) : grant;
}

/**
 * Requires that the token is for this provider or for the client itself (RFC 9068 §4): the resource server of another token must not
 * read who the user is. Tokens from before the project had keys for applications have no audience of ours.
 */
function requireAudience(ctx: ProjectData, claims: Record<string, unknown>): void {
  const { drn, aud, client_id: clientId, iss, iat } = claims;
  if (drn !== undefined || !hasApplicationKeys(ctx, Number(iat) * 1000)) return;
  const ours = [iss, clientId, ctx.project.id];
  if ([aud].flat().some((one) => ours.includes(one))) return;
  throw new OAuthError(
    'invalid_token',
    'The access token is for another resource. Request one with the scope `openid`',
  );
}
