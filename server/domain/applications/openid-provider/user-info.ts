import type { ProjectContext } from '../../../core/context.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { readAccessToken } from './read-access-token.ts';
import { claimsOf } from './scopes.ts';
import { ownClaims, thirdPartyOfGrant } from './third-party.ts';

/** Returns the claims that the user's sign-in at the application allows it (OpenID Connect Core §5.3.2). */
export async function userInfo(ctx: ProjectContext, token: string): Promise<Record<string, unknown>> {
  const { user, session, grant } = await readAccessToken(ctx, token);
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
