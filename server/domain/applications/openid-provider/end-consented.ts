import type { ProjectContext } from '../../../core/context.ts';
import { inboundAppRef } from '../../directory/applications/third-party/inbound-app.ts';
import { endSessionsById } from '../../sessions/sessions/end-session.ts';
import { deleteCodesOf, listConsentedSessions } from './store.ts';

/** Ends the sessions that an application has because of a consent, and voids its codes. Part of the transaction that withdraws it. */
export async function endConsented(
  ctx: ProjectContext,
  { appId, userId, tenantId }: { appId: string; userId: string; tenantId: string },
): Promise<void> {
  const who = { appId: inboundAppRef(appId), userId };
  await deleteCodesOf(ctx.db, ctx.project.id, who);
  const sessions = await listConsentedSessions(ctx.db, ctx.project.id, { ...who, tenantId });
  for (const { sessionId, userId } of sessions) await endSessionsById(ctx, [sessionId], userId ?? undefined);
}
