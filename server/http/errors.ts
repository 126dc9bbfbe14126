import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, ServiceError } from '../core/errors.ts';

/** Fastify's own refusals in our words; anything unknown is a fault of ours, logged with its cause. */
const fastifyCodes: Record<string, ConstructorParameters<typeof ServiceError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['E011007', 'The body is larger than this route takes'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['E011008', 'Send the body as application/json'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['E011001', 'Content-Length does not match the body'],
  FST_ERR_BAD_URL: ['E011001', 'The path is not a valid URL'],
  FST_ERR_ASYNC_CONSTRAINT: ['E011001', 'The request cannot be routed'],
};

export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const known = fastifyCodes[(error as FastifyError)?.code];
  return known ? new ServiceError(...known) : new ServiceError('E500001', undefined, { cause: error });
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toServiceError(error);
  if (refusal.status >= 500) {
    // The request is named by method and route only: a body or a query may hold secrets.
    request.log.error({ err: refusal.cause ?? refusal, route: request.routeOptions.url }, 'internal error');
  } else {
    request.log.debug({ errorCode: refusal.code, cause: String(refusal.cause ?? '') }, refusal.message);
  }
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  return reply.code(refusal.status).send(errorBody(refusal));
}
