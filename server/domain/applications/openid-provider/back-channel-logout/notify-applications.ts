import type { ProjectContext } from '../../../../core/context.ts';
import { enqueueLogouts } from '../../../../delivery/outbox.ts';
import { notifiedAppIds } from '../../../directory/applications/sso/notified-apps.ts';
import type { EndingSessions } from '../../../sessions/sessions/events.ts';
import type { Grant } from '../grant.ts';
import { lockSessionsOfApps } from './store.ts';

/** The session that a logout token names. */
export interface EndedSignIn {
  issuer: string;
  clientId: string;
  sessionId: string;
}

/**
 * Queues a logout token for each application whose session ends and that has a back-channel logout URL. Part of the transaction
 * that ends the sessions, and before it does, because what we know about the application's session vanishes with it.
 */
export async function notifyApplications(ctx: ProjectContext, ending: EndingSessions): Promise<void> {
  const appIds = await notifiedAppIds(ctx);
  if (appIds.length === 0) return;
  const sessions = await lockSessionsOfApps(ctx.db, ctx.project.id, appIds, ending);
  await enqueueLogouts(
    ctx,
    sessions.map(({ id, userId, appId, grant }) => {
      const { issuer, clientId } = JSON.parse(grant) as Grant;
      const ended: EndedSignIn = { issuer, clientId, sessionId: id };
      return { appId, userId: userId ?? '', content: JSON.stringify(ended) };
    }),
  );
}
