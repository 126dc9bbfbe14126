import type { FastifyReply } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { SessionHandle } from '../../sessions/sessions/live-session.ts';
import { resumeSession } from '../../sessions/sessions/resume-session.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';

/** Keeps the session in a cookie of this host. */
export function keepBrowserSession(
  ctx: ProjectContext,
  reply: FastifyReply,
  { session, tokenId }: StartedSession,
): void {
  const handle: SessionHandle = { sessionId: session.id, tokenId };
  reply.setCookie(nameOf(ctx), ctx.sealer.seal(JSON.stringify(handle), purposeOf(ctx)), {
    ...options(ctx),
    maxAge: Math.max(1, Math.floor((session.expiresAt - ctx.now()) / 1000)),
  });
}

/**
 * Returns the session of the requesting browser, if it has one that is alive. Its user has the tenants that a session of an
 * application reaches, if it is opened with this one now. Costs two queries, and none without the cookie.
 */
export async function findBrowserSession(ctx: ProjectContext): Promise<StartedSession | undefined> {
  const handle = readHandle(ctx);
  if (!handle) return undefined;
  try {
    const started = await resumeSession(ctx, handle, { forNewSessions: true });
    return started.session.awaits ? undefined : started;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return undefined;
    throw error;
  }
}

/** Forgets the session in this browser. It goes on until it is ended. */
export function forgetBrowserSession(ctx: ProjectContext, reply: FastifyReply): void {
  reply.clearCookie(nameOf(ctx), options(ctx));
}

/** Returns the IDs of the projects in which somebody has signed in with this browser, from its `Cookie` header. */
export function projectsOfBrowser(cookies = ''): string[] {
  const names = cookies.matchAll(/(?:^|;\s*)(?:__Host-)?latchkey-session-(P[0-9A-Za-z]{27})=/g);
  return [...names].map(([, projectId = '']) => projectId);
}

function readHandle(ctx: ProjectContext): SessionHandle | undefined {
  const cookie = ctx.request.readCookie?.(nameOf(ctx));
  if (!cookie) return undefined;
  try {
    return JSON.parse(ctx.sealer.unseal(cookie, purposeOf(ctx))) as SessionHandle;
  } catch {
    // The cookie is another project's, sealed with another key, or forged.
    return undefined;
  }
}

/** Each project has its own name. `__Host-` ties the cookie to this very host, and requires https. */
function nameOf({ baseUrl, project }: ProjectContext): string {
  return `${baseUrl.startsWith('https:') ? '__Host-' : ''}latchkey-session-${project.id}`;
}

function purposeOf({ project }: ProjectContext): string {
  return `browser-session:${project.id}`;
}

/** `Lax` sends the cookie when an application leads here, but not with a foreign form. */
function options({ baseUrl }: ProjectContext) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') } as const;
}
