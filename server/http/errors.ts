import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, ServiceError } from '../core/errors.ts';

/** Maps Fastify's own refusals to our errors. Anything unknown is a server error, logged with its cause. */
const fastifyCodes: Record<string, ConstructorParameters<typeof ServiceError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['E011007', 'The body is larger than this route accepts'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['E011001', 'Content-Length does not match the body'],
  FST_ERR_BAD_URL: ['E011001', 'The path is not a valid URL'],
  FST_ERR_MAX_PARAM_LENGTH: ['E011005'],
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Maps a database error to the error for the caller; the composition passes it in. */
    refusalOf?(error: unknown): ServiceError | undefined;
  }
  interface FastifyContextConfig {
    /** A body that cannot be read is refused in the words that an OAuth library expects (RFC 6749 §5.2), with the status of the fault. */
    oauth?: boolean;
  }
}

const formType = 'application/x-www-form-urlencoded';

/** The largest part of a refused body that is read and discarded. */
const maxDiscardedBytes = 1024 * 1024;

/** Sets the headers that every response has. A route whose response may be kept says so itself. */
export function setSafetyHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store');
}

export function toServiceError(error: unknown, request?: FastifyRequest): ServiceError {
  if (error instanceof ServiceError) return error;
  const { code } = error as FastifyError;
  if (request && isUnfinished(code, request)) return new ServiceError('E011009');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const type = request?.server.hasContentTypeParser(formType) ? formType : 'application/json';
    return new ServiceError('E011008', `Send the body as ${type}`);
  }
  const known = fastifyCodes[code];
  if (known) return new ServiceError(...known);
  return request?.server.refusalOf?.(error) ?? new ServiceError('E500001', undefined, { cause: error });
}

/** Reports whether the client disconnected, also while a long response was written, or sent its body too slowly. */
function isUnfinished(code: string, { raw }: FastifyRequest): boolean {
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return raw.socket.destroyed;
  return !raw.complete && (code === 'FST_ERR_HANDLER_TIMEOUT' || (code === 'ECONNRESET' && raw.destroyed));
}

/** Logs a refusal with its cause, which is never sent. */
export function logFailure(refusal: ServiceError, request: FastifyRequest): void {
  const { id, log } = request;
  if (refusal.status >= 500 && refusal.status !== 501) {
    // Only method and route are logged: a body or a query may contain secrets.
    const { method, routeOptions } = request;
    log.error({ id, method, route: routeOptions.url, err: refusal.cause ?? refusal }, 'internal error');
  } else {
    log.debug({ id, errorCode: refusal.code, cause: String(refusal.cause ?? '') }, refusal.message);
  }
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toServiceError(error, request);
  logFailure(refusal, request);
  setSafetyHeaders(request, reply);
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (!request.raw.complete) discardBody(request.raw);
  return reply.code(refusal.status).send(bodyOf(refusal, request));
}

/** The refusals of a body that could not be read, before any handler saw it. */
const unreadableBody = new Set(['E011001', 'E011007', 'E011008']);

function bodyOf(refusal: ServiceError, { routeOptions }: FastifyRequest): object {
  const isOAuth = routeOptions.config.oauth && unreadableBody.has(refusal.code);
  return isOAuth ? { error: 'invalid_request', error_description: refusal.message } : errorBody(refusal);
}

/** Keeps the connection usable. A client that sends more loses it. */
function discardBody(body: IncomingMessage): void {
  let length = 0;
  body.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxDiscardedBytes) body.destroy();
  });
}
