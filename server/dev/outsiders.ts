import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../core/errors.ts';
import { isLoopbackUrl } from '../core/url.ts';

/** Headers by which a proxy or tunnel reveals that it forwards a request (RFC 7239, RFC 9110 §7.6.3). */
const relayHeaders = ['x-forwarded-for', 'forwarded', 'via'];

/**
 * Admits only programs and browsers on this machine. The development routes need no credentials, so this is
 * their only protection: a tunnel could make them public, and a site could make its own host name resolve to
 * 127.0.0.1 and read responses (DNS rebinding), or send a form.
 */
export function refuseOutsiders(service: { baseUrl: string }) {
  return async (request: FastifyRequest): Promise<void> => {
    const { baseUrl } = service;
    const relayHeader = relayHeaders.find((name) => request.headers[name] !== undefined);
    if (relayHeader) {
      throw new ServiceError(
        'E011004',
        `The routes under /dev do not work through a proxy or tunnel (it sent the header ${relayHeader}). Open ` +
          `${baseUrl} on this machine. To be reachable from elsewhere, run with LATCHKEY_MODE=production`,
      );
    }
    const { host = '' } = request.headers;
    if (host !== new URL(baseUrl).host && !isLoopbackUrl(`http://${host}/`)) {
      throw new ServiceError('E011004', `Open this page at ${baseUrl}`);
    }
    // Only a service provider on another site has a reason to send a browser here, by either binding.
    const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
    if (isCrossSite && request.method !== 'GET' && !request.routeOptions.url?.endsWith('/sso')) {
      throw new ServiceError('E011004', 'Another site must not send this form');
    }
  };
}
