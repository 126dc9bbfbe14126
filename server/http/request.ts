import type { FastifyRequest } from 'fastify';
import type { RequestInfo } from '../core/context.ts';
import type { ClientAddress } from './client-address.ts';
import { cookieValue, trustedDeviceToken } from './cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the client; see `createServer`. */
    readonly client: ClientAddress;
  }
}

/** Returns the facts about a request that operations and the audit log use. */
export function requestInfo(request: FastifyRequest): RequestInfo {
  const { address, isRelayed } = request.client;
  const flowNonce = request.headers['x-descope-flow-nonce'];
  return {
    id: request.id,
    remoteAddress: address,
    isRelayed,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 512),
    ...(typeof flowNonce === 'string' && { flowNonce }),
    trustedDeviceToken: () => trustedDeviceToken(request.headers),
    readCookie: (name) => cookieValue(request.headers, name),
  };
}
