import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, ServiceError } from '../core/errors.ts';

/** Fastify's own refusals in our words; anything unknown is a fault of ours, logged with its cause. */
const fastifyCodes: Record<string, ConstructorParameters<typeof ServiceError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['E011007', 'The body is larger than this route takes'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['E011008', 'Send the body as application/json'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['E011001', 'Content-Length does not match the body'],
  FST_ERR_BAD_URL: ['E011001', 'The path is not a valid URL'],
  FST_ERR_MAX_PARAM_LENGTH: ['E011005'],
};

declare module 'fastify' {
  interface FastifyInstance {
    /** What the database's errors are to a caller; the composition knows. */
    refusalOf?(error: unknown): ServiceError | undefined;
  }
}

/** So much of a refused body is read and thrown away. */
const maxDiscardedBytes = 1024 * 1024;

/** What every answer carries, whoever gives it. */
export function setSafetyHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
}

export function toServiceError(error: unknown, request?: FastifyRequest): ServiceError {
  if (error instanceof ServiceError) return error;
  const { code } = error as FastifyError;
  if (request && isUnfinished(code, request)) return new ServiceError('E011009');
  const known = fastifyCodes[code];
  if (known) return new ServiceError(...known);
  return request?.server.refusalOf?.(error) ?? new ServiceError('E500001', undefined, { cause: error });
}

/** The client went away, or is slower with its body than a request may take. */
function isUnfinished(code: string, { raw }: FastifyRequest): boolean {
  return !raw.complete && (code === 'FST_ERR_HANDLER_TIMEOUT' || (code === 'ECONNRESET' && raw.destroyed));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toServiceError(error, request);
  const { id, log } = request;
  if (refusal.status >= 500 && refusal.status !== 501) {
    // The request is named by method and route only: a body or a query may hold secrets.
    const { method, routeOptions } = request;
    log.error({ id, method, route: routeOptions.url, err: refusal.cause ?? refusal }, 'internal error');
  } else {
    log.debug({ id, errorCode: refusal.code, cause: String(refusal.cause ?? '') }, refusal.message);
  }
  setSafetyHeaders(request, reply);
  reply.header('cache-control', 'no-store');
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (!request.raw.complete) discardBody(request.raw);
  return reply.code(refusal.status).send(errorBody(refusal));
}

/** So that the connection can be used again. Whoever sends more than that loses it. */
function discardBody(body: IncomingMessage): void {
  let length = 0;
  body.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxDiscardedBytes) body.destroy();
  });
}
