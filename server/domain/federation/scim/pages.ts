import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { parseJsonBody } from '../../../core/json.ts';
import { readCredentials } from '../../../http/credentials.ts';
import { logFailure, setSafetyHeaders, toServiceError } from '../../../http/errors.ts';
import { requestInfo } from '../../../http/request.ts';
import type { ScimError } from '../../../protocols/scim/scim-error.ts';
import type { CountRequest } from '../../group.ts';
import { enterProject } from '../../project/projects/load-project.ts';
import {
  authenticateDirectory,
  type DirectoryCall,
  findRefusedDirectory,
  type RefusedDirectory,
} from './authenticate.ts';
import { handleBulk } from './bulk.ts';
import { describeRequest } from './describe-request.ts';
import { handleScim, maxBodyBytes, type ScimResponse } from './handle.ts';
import { toScimError } from './refusal.ts';
import { recordRequest, writeRequests } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The calling directory, set after the token has been checked. */
    directoryCall: DirectoryCall | undefined;
    /** The directory that presented a credential which is not valid any more. */
    refusedDirectory: RefusedDirectory | undefined;
  }
}

const contentType = 'application/scim+json; charset=utf-8';

/** A group can have many members. */
const jsonLimits = { maxItems: 50_000, maxKeys: 1_000 };

/** Mounts SCIM 2.0. `app` is a scope of its own, which parses its bodies and says errors in its own words. */
export function mountScim(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  app.decorateRequest('directoryCall', undefined);
  app.decorateRequest('refusedDirectory', undefined);
  app.addHook('onClose', () => writeRequests(service));
  app.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => parseJsonBody(body, jsonLimits),
  );
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  const enter = async (request: FastifyRequest) => {
    const { projectId, firstKey } = readCredentials(request.headers.authorization);
    const entered = await enterProject(service, projectId, requestInfo(request));
    try {
      request.directoryCall = await authenticateDirectory(entered, firstKey, count);
    } catch (error) {
      if (!isTooMany(error)) request.refusedDirectory = await findRefusedDirectory(entered, firstKey);
      throw error;
    }
  };
  for (const url of ['/scim/v2', '/scim/v2/*']) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      exposeHeadRoute: false,
      bodyLimit: maxBodyBytes,
      // Runs before the body is read, so that a body without a valid token costs nothing.
      onRequest: enter,
      handler: async (request, reply) => send(reply, await respond(request)),
    });
  }
}

/** A refusal by a limit costs no further query. */
function isTooMany(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 429;
}

function pathOf(request: FastifyRequest): string[] {
  return splitPath(String((request.params as { '*'?: string })['*'] ?? ''));
}

function splitPath(path: string): string[] {
  return path.split('/').filter(Boolean);
}

async function respond(request: FastifyRequest): Promise<ScimResponse> {
  const response = await answer(request);
  const { ctx, tenantId } = request.directoryCall as DirectoryCall;
  const { method } = request;
  const path = describeRequest(pathOf(request), searchOf(request));
  recordRequest(ctx, tenantId, { method, path, status: response.status, scimType: '', detail: '' });
  return response;
}

/** The parameters of a search are in the query or in the body. */
function searchOf(request: FastifyRequest): unknown {
  return pathOf(request).at(-1) === '.search' ? request.body : request.query;
}

/** `path`: of an operation in a bulk request. Absent: the request itself was refused. */
function recordRefusal(
  request: FastifyRequest,
  { status, scimType, kept }: ScimError,
  operation?: { method: string; path: string },
): void {
  const directory = request.directoryCall ?? request.refusedDirectory;
  if (!directory) return;
  const { ctx, tenantId } = directory;
  const method = operation
    ? `BULK ${/^[A-Z]{1,7}$/.test(operation.method) ? operation.method : '…'}`
    : request.method;
  const path = operation
    ? describeRequest(splitPath(operation.path.split('?', 1)[0] ?? ''), undefined)
    : describeRequest(pathOf(request), searchOf(request));
  recordRequest(ctx, tenantId, { method, path, status, scimType: scimType ?? '', detail: kept });
}

function answer(request: FastifyRequest): Promise<ScimResponse> {
  const call = request.directoryCall as DirectoryCall;
  const path = pathOf(request);
  if (path.length === 1 && path[0] === 'Bulk' && request.method === 'POST') {
    return handleBulk(call, request.body, {
      report: (error) => reported(error, request),
      refused: (operation, error) => recordRefusal(request, error, operation),
    });
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
  recordRefusal(request, refusal);
  const { cause } = refusal;
  setSafetyHeaders(request, reply);
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  if (cause instanceof ServiceError && cause.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(cause.retryAfterSeconds));
  if (!request.raw.complete) request.raw.resume();
  return reply.code(refusal.status).type(contentType).send(JSON.stringify(refusal.body));
}
