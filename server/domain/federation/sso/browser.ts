import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../../../core/crypto.ts';

/**
 * A browser's cookie while it signs in. `SameSite=Lax` keeps it out of the form that the identity provider's page
 * posts to us, so the answer is finished on a page of ours; `None` would be blocked as a third-party cookie.
 */
const lifetimeSeconds = 3_600;

/** `__Host-` ties it to this very host, and needs https. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-latchkey-browser' : 'latchkey-browser';
}

export function browserSecret(request: FastifyRequest, baseUrl: string): string | undefined {
  const value = request.cookies[cookieName(baseUrl)];
  return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

/** The secret that the browser has, or a new one; either way it is good for the next hour. */
export function ensureBrowserSecret(request: FastifyRequest, reply: FastifyReply, baseUrl: string): string {
  const secret = browserSecret(request, baseUrl) ?? newSecret();
  reply.setCookie(cookieName(baseUrl), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: lifetimeSeconds,
  });
  return secret;
}
