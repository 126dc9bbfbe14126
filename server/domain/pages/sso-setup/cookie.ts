import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';

/** After it the link has to be opened again. */
const lifetimeSeconds = 12 * 60 * 60;

/** `__Host-` ties it to this very host, and needs https. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-latchkey-sso-setup' : 'latchkey-sso-setup';
}

/**
 * The token of the link that was opened last, so that it stands in no address of the pages after it. It counts only
 * for the link that it came with: a page of one link cannot act on another one that was opened since.
 */
export function keepToken(ctx: ProjectContext, reply: FastifyReply, linkId: string, token: string): void {
  reply.setCookie(cookieName(ctx.baseUrl), `${linkId}.${token}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.baseUrl.startsWith('https:'),
    maxAge: lifetimeSeconds,
  });
}

/** Empty: none, or that of another link. */
export function readToken(ctx: ProjectContext, request: FastifyRequest, linkId: string): string {
  const [id, token = ''] = (request.cookies[cookieName(ctx.baseUrl)] ?? '').split('.');
  return id === linkId && /^[\w-]{43}$/.test(token) ? token : '';
}
