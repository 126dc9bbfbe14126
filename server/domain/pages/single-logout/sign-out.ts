import type { FastifyReply } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';
import { beginLogout } from '../../applications/saml-provider/single-logout/begin-logout.ts';
import { findRunningLogout } from '../../applications/saml-provider/single-logout/continue-logout.ts';
import type { LogoutEnd } from '../../applications/saml-provider/single-logout/logout.ts';
import { forgetBrowserSession } from '../browser-sessions/browser-session.ts';
import { keepLogoutSecret, readLogoutSecret } from './logout-cookie.ts';

/**
 * Ends the session of a browser. Returns the path at which the browser goes on to the SAML applications of the session, and at last to `end`, or
 * `undefined` if there are none: then the caller goes to `end`.
 */
export async function signOut(
  ctx: ProjectContext,
  reply: FastifyReply,
  signIn: { browserSessionId: string; userId: string },
  end: LogoutEnd,
): Promise<string | undefined> {
  const secret = await beginLogout(ctx, signIn, end);
  forgetBrowserSession(ctx, reply);
  if (!secret) return undefined;
  keepLogoutSecret(ctx, reply, secret);
  return logoutPath(ctx.project.id);
}

/** Returns the path of a logout that this browser has not finished, because an application did not send it back. */
export async function unfinishedLogout(ctx: ProjectContext): Promise<string | undefined> {
  const secret = readLogoutSecret(ctx);
  return secret && (await findRunningLogout(ctx, secret)) ? logoutPath(ctx.project.id) : undefined;
}

export function logoutPath(projectId: string): string {
  return `/logout/${projectId}`;
}
