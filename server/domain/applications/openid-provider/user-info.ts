import type { ProjectContext } from '../../../core/context.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { requireKeyOfToken, type ShownToken } from './dpop/take-proof.ts';
import { readAccessToken } from './read-access-token.ts';
import { claimsOf } from './scopes.ts';
import { ownClaims, thirdPartyOfGrant } from './third-party.ts';

/** Returns the claims that the user's sign-in at the application allows it (OpenID Connect Core §5.3.2). */
export async function userInfo(
  ctx: ProjectContext,
  token: string,
  shown: ShownToken,
): Promise<Record<string, unknown>> {
  const { user, session, grant, claims } = await readAccessToken(ctx, token);
  await requireKeyOfToken(ctx, { token, claims }, shown);
  if (!grant.scopes.includes('openid'))
    throw new OAuthError('insufficient_scope', 'The access token has no scope `openid`');
  const own = await ownClaims(ctx, await thirdPartyOfGrant(ctx, grant), user, grant);
  return {
    ...own.attributes,
    ...own.rights,
    ...claimsOf(user, session, { scopes: grant.scopes, claims: grant.userInfoClaims }),
    sub: grant.subject,
  };
}
