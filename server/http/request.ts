import type { FastifyRequest } from 'fastify';
import type { RequestInfo } from '../core/context.ts';
import type { ClientAddress } from './client-address.ts';
import { cookieValue } from './cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where it comes from; see `createServer`. */
    readonly client: ClientAddress;
  }
}

/** What operations and the audit log are told of a request. */
export function requestInfo(request: FastifyRequest): RequestInfo {
  const { address, isRelayed } = request.client;
  return {
    id: request.id,
    remoteAddress: address,
    isRelayed,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 512),
    readCookie: (name) => cookieValue(request.headers, name),
  };
}
