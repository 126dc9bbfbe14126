import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { parseJsonBody } from '../../../core/json.ts';
import { readCredentials } from '../../../http/credentials.ts';
import { logFailure, setSafetyHeaders, toServiceError } from '../../../http/errors.ts';
import { requestInfo } from '../../../http/request.ts';
import type { CountRequest } from '../../group.ts';
import { enterProject } from '../../project/projects/load-project.ts';
import { authenticateDirectory, type DirectoryCall } from './authenticate.ts';
import { handleBulk } from './bulk.ts';
import { handleScim, maxBodyBytes, type ScimResponse } from './handle.ts';
import { toScimError } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The calling directory, set after the token has been checked. */
    directoryCall: DirectoryCall | undefined;
  }
}

const contentType = 'application/scim+json; charset=utf-8';

/** A group can have many members. */
const jsonLimits = { maxItems: 50_000, maxKeys: 1_000 };

/** Mounts SCIM 2.0. `app` is a scope of its own, which parses its bodies and says errors in its own words. */
export function mountScim(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  app.decorateRequest('directoryCall', undefined);
  app.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => parseJsonBody(body, jsonLimits),
  );
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  const enter = async (request: FastifyRequest) => {
    const { projectId, firstKey } = readCredentials(request.headers.authorization);
    const entered = await enterProject(service, projectId, requestInfo(request));
    request.directoryCall = await authenticateDirectory(entered, firstKey, count);
  };
  for (const url of ['/scim/v2', '/scim/v2/*']) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      exposeHeadRoute: false,
      bodyLimit: maxBodyBytes,
      // Runs before the body is read, so that a body without a valid token costs nothing.
      onRequest: enter,
      handler: async (request, reply) => send(reply, await answer(request)),
    });
  }
}

function answer(request: FastifyRequest): Promise<ScimResponse> {
  const call = request.directoryCall as DirectoryCall;
  const path = String((request.params as { '*'?: string })['*'] ?? '')
    .split('/')
    .filter(Boolean);
  if (path.length === 1 && path[0] === 'Bulk' && request.method === 'POST') {
    return handleBulk(call, request.body, (error) => reported(error, request));
  }
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
  return handleScim(call, {
    method: request.method,
    path,
    query: request.query as Record<string, unknown>,
    body: request.body,
    ifMatch,
    ifNoneMatch,
  });
}

function send(reply: FastifyReply, { status, body }: ScimResponse): FastifyReply {
  const { location, version } =
    ((body ?? {}) as { meta?: { location?: string; version?: string } }).meta ?? {};
  if (version) reply.header('etag', version);
  if (location && status === 201) reply.header('location', location);
  if (body === undefined) return reply.code(status).send();
  return reply.code(status).type(contentType).send(JSON.stringify(body));
}

function reported(error: unknown, request: FastifyRequest): ServiceError {
  const refusal = toServiceError(error, request);
  logFailure(refusal, request);
  return refusal;
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toScimError(error, (error) => reported(error, request));
  const { cause } = refusal;
  setSafetyHeaders(request, reply);
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  if (cause instanceof ServiceError && cause.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(cause.retryAfterSeconds));
  if (!request.raw.complete) request.raw.resume();
  return reply.code(refusal.status).type(contentType).send(JSON.stringify(refusal.body));
}
