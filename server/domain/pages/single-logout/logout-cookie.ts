import type { FastifyReply } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';
import { logoutSeconds } from '../../applications/saml-provider/single-logout/begin-logout.ts';

/** Lets this browser go on with a logout. */
export function keepLogoutSecret(ctx: ProjectContext, reply: FastifyReply, secret: string): void {
  reply.setCookie(nameOf(ctx), secret, { ...options(ctx), maxAge: logoutSeconds });
}

export function readLogoutSecret(ctx: ProjectContext): string | undefined {
  const value = ctx.request.readCookie?.(nameOf(ctx));
  return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

export function forgetLogoutSecret(ctx: ProjectContext, reply: FastifyReply): void {
  reply.clearCookie(nameOf(ctx), options(ctx));
}

/** Each project has its own name. `__Host-` ties the cookie to this very host, and requires https. */
function nameOf({ baseUrl, project }: ProjectContext): string {
  return `${baseUrl.startsWith('https:') ? '__Host-' : ''}latchkey-logout-${project.id}`;
}

/** `Lax` sends the cookie when an application leads back here, but not with the form of another site. */
function options({ baseUrl }: ProjectContext) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') } as const;
}
