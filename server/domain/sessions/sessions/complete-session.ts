import type { ProjectContext } from '../../../core/context.ts';
import { joinCustomClaims, readOwnClaims } from './claims/custom-claims.ts';
import { endOtherSessions } from './end-session.ts';
import { requireNoTypes } from './session-types.ts';
import type { CompletionOptions } from './sign-in-options.ts';
import type { StartedSession } from './start-session.ts';
import { updateCustomClaims } from './store.ts';

/** Applies the options of the party that collects a session started on a hosted page. Part of a transaction. */
export async function completeSession(
  ctx: ProjectContext,
  started: StartedSession,
  options: CompletionOptions = {},
): Promise<StartedSession> {
  const { session } = started;
  requireNoTypes('revokeOtherSessionsTypes', options.revokeOtherSessionsTypes);
  if (options.revokeOtherSessions) {
    await endOtherSessions({ ...ctx, actor: { type: 'user', id: session.userId } }, session);
  }
  const own = readOwnClaims(options.customClaims);
  if (Object.keys(own).length === 0) return started;
  const customClaims = joinCustomClaims(session.customClaims, own);
  await updateCustomClaims(ctx.db, ctx.project.id, session.id, JSON.stringify(customClaims));
  return { ...started, session: { ...session, customClaims } };
}
