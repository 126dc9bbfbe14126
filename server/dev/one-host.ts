import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackUrl } from '../core/url.ts';

/**
 * Sends a browser that opens a page at another name of this machine, such as 127.0.0.1, to the base URL: cookies belong
 * to one name, and passkeys to no IP address. Programs are answered at every name.
 */
export function openAtBaseUrl(service: { baseUrl: string }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { host = '' } = request.headers;
    const own = new URL(service.baseUrl);
    if (host === own.host || !isNavigation(request) || !isLoopbackUrl(`${own.protocol}//${host}/`))
      return undefined;
    if (new URL(`${own.protocol}//${host}`).port !== own.port) return undefined;
    // 307 repeats a form with its fields.
    return reply.redirect(own.origin + request.url, 307);
  };
}

function isNavigation({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}
