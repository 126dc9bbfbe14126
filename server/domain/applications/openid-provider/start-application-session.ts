import type { ProjectContext } from '../../../core/context.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { createSession } from '../../sessions/sessions/create-session.ts';
import { userInNewReach } from '../../sessions/sessions/in-reach.ts';
import { holdSession } from '../../sessions/sessions/live-session.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { isMemberOf, maySignInTo } from './access.ts';
import type { Client } from './client.ts';
import type { Grant } from './grant.ts';
import { insertApplicationSession } from './store.ts';

/**
 * Starts the session of an application, with the factors and limits of the browser's. It lasts no longer than that one unless the
 * user need not be present. Returns `undefined`, and has written nothing, if the browser's session has ended or the user may
 * no longer use the application.
 */
export async function startApplicationSession(
  ctx: ProjectContext,
  client: Client,
  {
    userId,
    sessionId,
    grant,
    browserSessionId,
  }: { userId: string; sessionId: string; grant: Grant; browserSessionId: string },
): Promise<StartedSession | undefined> {
  const [before, found] = [await holdSession(ctx, browserSessionId), await findUser(ctx, userId)];
  if (!before || !found) return undefined;
  const user = await userInNewReach(ctx, before, found);
  if (!isMemberOf(user, grant.tenantId)) return undefined;
  if (!(await maySignInTo(ctx, user, client.app))) return undefined;
  const isOffline = grant.scopes.includes('offline_access') && before.ssoTenantIds.length === 0;
  const { amr, ssoTenantIds, customClaims, provenAt, expiresAt } = before;
  const tenantId = grant.tenantId ?? before.tenantId;
  const created = await createSession(ctx, {
    id: sessionId,
    userId,
    amr,
    tenantId,
    ssoTenantIds,
    customClaims,
    provenAt,
    lifetimeSeconds: isOffline ? undefined : Math.max(1, Math.floor((expiresAt - ctx.now()) / 1000)),
  });
  await insertApplicationSession(ctx.db, {
    projectId: ctx.project.id,
    sessionId,
    appId: client.app.id,
    grant: JSON.stringify(grant),
    browserSessionId,
    endsWithBrowser: isOffline ? 0 : 1,
  });
  return { ...created, user };
}
