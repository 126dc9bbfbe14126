import type { ProjectContext } from '../../../core/context.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { isInboundAppRef } from '../../directory/applications/third-party/inbound-app.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { type InReach, type Reach, userInReach } from '../../sessions/sessions/in-reach.ts';
import { isMemberOf, maySignInTo } from './access.ts';
import type { Client } from './client.ts';
import type { Grant } from './grant.ts';
import { type ThirdParty, thirdPartyOfGrant } from './third-party.ts';

/**
 * Asks again what was asked at the sign-in: whether the application is in service, the user may use it, and reaches the tenant for
 * which it acts. `client`: the one that asks. Throws `invalid_token` if not, because a token outlives what it was issued for by its lifetime.
 */
export async function requireCurrentSignIn(
  ctx: ProjectContext,
  {
    session,
    appId,
    isAppEnabled,
    grant,
  }: { session: Reach; appId: string; isAppEnabled: boolean; grant: Grant },
  client?: Client,
): Promise<{ user: InReach; thirdParty: ThirdParty | undefined }> {
  const found = session.userId ? await findUser(ctx, session.userId) : undefined;
  const user = found && (await userInReach(ctx, session, found));
  const thirdParty = isOf(client, grant) ? client.thirdParty : await thirdPartyOfGrant(ctx, grant);
  const isInService = isInboundAppRef(appId) ? thirdParty !== undefined : isAppEnabled;
  if (
    !user ||
    !isInService ||
    !isMemberOf(user, grant.tenantId) ||
    !(await maySignInTo(ctx, user, { id: appId }))
  )
    throw new OAuthError('invalid_token', 'The user or the application no longer has this access');
  return { user, thirdParty };
}

/** Reports whether the client that asks is the one of the grant, at the same server, so that it need not be loaded again. */
function isOf(client: Client | undefined, { clientId, mcpServerId = '' }: Grant): client is Client {
  return client?.id === clientId && (client.thirdParty?.mcpServer?.id ?? '') === mcpServerId;
}
