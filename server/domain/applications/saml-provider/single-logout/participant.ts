import { createHash } from 'node:crypto';
import type { ProjectData, TimedProjectData } from '../../../../core/context.ts';
import type { SamlName } from '../../../../protocols/saml/logout.ts';
import { keepSession } from '../../../sessions/sessions/live-session.ts';
import { upsertParticipant } from './store.ts';

/** An application in which the user has signed in with the session of a browser (saml-profiles §4.4). */
export interface Participant {
  appId: string;
  name: SamlName;
  sessionIndex: string;
}

/**
 * Returns the name of a browser's session at an application. Each application has another one, from which two of them cannot tell that
 * they have the same user (saml-core §2.7.2).
 */
export function sessionIndexOf(ctx: ProjectData, browserSessionId: string, appId: string): string {
  const hash = createHash('sha256').update(`${ctx.project.id} ${browserSessionId} ${appId}`);
  return `_${hash.digest('base64url')}`;
}

/**
 * Remembers that the application takes part in the session. Part of a transaction. Returns `false`, and has written nothing, if the session has
 * ended: a logout that runs at the same time either finds the application, or the application gets no assertion.
 */
export async function recordParticipant(
  ctx: TimedProjectData,
  browserSessionId: string,
  { appId, name, sessionIndex }: Participant,
): Promise<boolean> {
  if (!(await keepSession(ctx, browserSessionId))) return false;
  await upsertParticipant(ctx.db, {
    projectId: ctx.project.id,
    browserSessionId,
    ssoAppId: appId,
    sessionIndex,
    name: JSON.stringify(name),
    signedInAt: ctx.now(),
  });
  return true;
}
