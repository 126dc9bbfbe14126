import type { FastifyRequest } from 'fastify';
import type { RequestInfo } from '../core/context.ts';

/** What operations and the audit log are told of a request. */
export function requestInfo(request: FastifyRequest): RequestInfo {
  return {
    id: request.id,
    remoteAddress: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 512),
  };
}
