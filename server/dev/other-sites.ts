import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../core/errors.ts';
import { isLoopbackUrl } from '../core/url.ts';

/**
 * What development adds has no credentials, so that it is out of reach for web sites is all that protects it: a
 * site could make its own host name resolve to 127.0.0.1 and read along (DNS rebinding), or send a form.
 */
export function refuseOtherSites(service: { baseUrl: string }) {
  return async (request: FastifyRequest): Promise<void> => {
    const { baseUrl } = service;
    const { host = '' } = request.headers;
    if (host !== new URL(baseUrl).host && !isLoopbackUrl(`http://${host}/`)) {
      throw new ServiceError('E011004', `Open this page at ${baseUrl}`);
    }
    // A service provider on another site does send a browser here, by either binding; nobody else has a reason to.
    const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
    if (isCrossSite && request.method !== 'GET' && !request.routeOptions.url?.endsWith('/sso')) {
      throw new ServiceError('E011004', 'Another site must not send this form');
    }
  };
}
