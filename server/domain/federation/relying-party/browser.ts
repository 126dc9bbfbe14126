import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../../../core/crypto.ts';

/**
 * The lifetime of a browser's cookie during a sign-in. `SameSite=Lax` keeps the cookie out of the form that the identity
 * provider's page posts to us, so the answer is finished on our own page; `None` would be blocked as a third-party cookie.
 */
const lifetimeSeconds = 3_600;

/** Returns the cookie's name. `__Host-` ties it to this very host, and requires https. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-latchkey-browser' : 'latchkey-browser';
}

export function browserSecret(request: FastifyRequest, baseUrl: string): string | undefined {
  const value = request.cookies[cookieName(baseUrl)];
  return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

/** Returns the browser's secret, or a new one, and renews its cookie for another hour. */
export function ensureBrowserSecret(request: FastifyRequest, reply: FastifyReply, baseUrl: string): string {
  const secret = browserSecret(request, baseUrl) ?? newSecret();
  // What the same request seals next is for the same secret.
  request.cookies[cookieName(baseUrl)] = secret;
  reply.setCookie(cookieName(baseUrl), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: lifetimeSeconds,
  });
  return secret;
}
