import type { ProjectContext } from '../../../core/context.ts';
import { signJwt } from '../../../protocols/jwt/sign.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { currentSigningKey } from '../../project/projects/keys/signing-keys.ts';
import { requireKeyOfToken, type ShownToken } from './dpop/take-proof.ts';
import { readAccessToken } from './read-access-token.ts';
import { claimsOf } from './scopes.ts';
import { ownClaims, thirdPartyOfGrant } from './third-party.ts';

/**
 * Returns the claims that the user's sign-in at the application allows it, as a JWT if the application registered itself so (OpenID
 * Connect Core §5.3.2).
 */
export async function userInfo(
  ctx: ProjectContext,
  token: string,
  shown: ShownToken,
): Promise<Record<string, unknown> | string> {
  const { user, session, grant, claims } = await readAccessToken(ctx, token);
  await requireKeyOfToken(ctx, { token, claims }, shown);
  if (!grant.scopes.includes('openid'))
    throw new OAuthError('insufficient_scope', 'The access token has no scope `openid`');
  const thirdParty = await thirdPartyOfGrant(ctx, grant);
  const own = await ownClaims(ctx, thirdParty, user, grant);
  const info = {
    ...own.attributes,
    ...own.rights,
    ...claimsOf(user, session, { scopes: grant.scopes, claims: grant.userInfoClaims }),
    sub: grant.subject,
  };
  if (!thirdParty?.inboundApp.settings.registration.userInfoAlgorithm) return info;
  const about = { iss: grant.issuer, aud: grant.clientId, iat: Math.floor(ctx.now() / 1000) };
  return signJwt({ ...info, ...about }, await currentSigningKey(ctx), 'userinfo+jwt');
}
