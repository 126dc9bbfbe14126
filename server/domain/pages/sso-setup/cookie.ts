import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';

/** The lifetime of the cookie, after which the link must be opened again. */
const lifetimeSeconds = 12 * 60 * 60;

/** Returns the cookie's name. `__Host-` ties it to this very host, and requires https. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-latchkey-sso-setup' : 'latchkey-sso-setup';
}

/**
 * Keeps the token of the link that was opened last in a cookie, so that the addresses of later pages do not contain it. It is
 * valid for that link only: a page of one link cannot act on another that was opened since.
 */
export function keepToken(
  ctx: Pick<ProjectContext, 'baseUrl'>,
  reply: FastifyReply,
  linkId: string,
  token: string,
): void {
  reply.setCookie(cookieName(ctx.baseUrl), `${linkId}.${token}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.baseUrl.startsWith('https:'),
    maxAge: lifetimeSeconds,
  });
}

/** Returns the token, or an empty text if there is none or if it is another link's. */
export function readToken(
  ctx: Pick<ProjectContext, 'baseUrl'>,
  request: FastifyRequest,
  linkId: string,
): string {
  const [id, token = ''] = (request.cookies[cookieName(ctx.baseUrl)] ?? '').split('.');
  return id === linkId && /^[\w-]{43}$/.test(token) ? token : '';
}
