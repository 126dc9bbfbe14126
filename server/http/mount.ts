import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, RequestInfo, ServiceContext, UserContext } from '../core/context.ts';
import { type ErrorCode, ServiceError, unauthorized, universalErrors } from '../core/errors.ts';
import { parseJsonBody } from '../core/json.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import type { Auth, Endpoint } from './endpoint.ts';
import { sendError, toServiceError } from './errors.ts';
import { requestInfo } from './request.ts';
import {
  emptyObject,
  type ObjectSchema,
  outputProblem,
  readInput,
  readQuery,
  type Schema,
} from './schema.ts';

/** Who a caller is, is the domain's business; the composition hands these in. */
export interface Authenticators {
  project(service: ServiceContext, projectId: string, request: RequestInfo): Promise<ProjectContext>;
  management(ctx: ProjectContext, key: string): Promise<ProjectContext>;
  accessKey(ctx: ProjectContext, key: string): Promise<ProjectContext>;
  refresh(ctx: ProjectContext, token: string): Promise<UserContext>;
  session(ctx: ProjectContext, token: string): Promise<ProjectContext & { claims: Record<string, unknown> }>;
}

export interface MountOptions {
  service: ServiceContext;
  authenticators: Authenticators;
  /** Refuse answers and error codes that the endpoint does not declare: on in tests and development. */
  strict: boolean;
}

const refreshErrors = ['E064001', 'E064002', 'E062109'] as const;

/** What each kind of credentials can be refused with. */
export const authErrors: Record<Auth, readonly ErrorCode[]> = {
  project: ['E111119'],
  management: ['E111119'],
  accessKey: ['E111119', 'E062802', 'E062803'],
  refresh: ['E111119', ...refreshErrors],
  optionalRefresh: ['E111119', ...refreshErrors],
  session: ['E111119', 'E064002'],
};

export function declaredErrors(endpoint: Endpoint): Set<ErrorCode> {
  return new Set([...universalErrors, ...authErrors[endpoint.auth], ...endpoint.errors]);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks: set when the credentials have been checked. */
    caller: ProjectContext | undefined;
  }
  interface FastifyContextConfig {
    jsonLimits?: Endpoint['jsonLimits'];
  }
}

/** Makes the routes of the JSON API. `app` must be a scope of its own: other scopes parse other bodies. */
export function mountEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  options: MountOptions,
): void {
  app.decorateRequest('caller', undefined);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer, request.routeOptions.config.jsonLimits));
    } catch (error) {
      done(error as Error);
    }
  });
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.otherPaths ?? [])]) mount(app, endpoint, path, options);
  }
}

function mount(app: FastifyInstance, endpoint: Endpoint, path: string, options: MountOptions): void {
  const { service, authenticators, strict } = options;
  const declared = declaredErrors(endpoint);

  app.route({
    method: endpoint.method,
    url: path,
    exposeHeadRoute: false,
    config: { endpoint: endpoint.name, jsonLimits: endpoint.jsonLimits },
    ...(endpoint.bodyLimitBytes && { bodyLimit: endpoint.bodyLimitBytes }),
    // Before the body is read: a stranger's body costs nothing.
    onRequest: async (request) => {
      const credentials = readCredentials(request.headers.authorization);
      request.caller = await authenticate(endpoint.auth, credentials, service, authenticators, request);
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const input = readRequest(endpoint, request);
      const output = await endpoint.handle(request.caller as Parameters<Endpoint['handle']>[0], input);
      if (strict) checkOutput(endpoint, output);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(output));
    },
    errorHandler: (error, request, reply: FastifyReply) => {
      const refusal = toServiceError(error, request);
      const undeclared = strict && !declared.has(refusal.code);
      sendError(
        undeclared ? new Error(`${endpoint.name} does not declare ${refusal.code}`) : refusal,
        request,
        reply,
      );
    },
  });
}

/** Throws when the credentials are not what `auth` asks for. */
export async function authenticate(
  auth: Auth,
  credentials: Credentials,
  service: ServiceContext,
  authenticators: Authenticators,
  request: FastifyRequest,
): Promise<ProjectContext> {
  const ctx = await authenticators.project(service, credentials.projectId, requestInfo(request));
  const { token, key, firstKey } = credentials;
  switch (auth) {
    case 'project':
      return ctx;
    case 'management':
      if (!key) throw unauthorized('A management key is required: Bearer <project ID>:<management key>');
      return authenticators.management(ctx, key);
    case 'accessKey':
      if (!firstKey) throw new ServiceError('E062802', 'Send it as: Bearer <project ID>:<access key>');
      return authenticators.accessKey(ctx, firstKey);
    case 'refresh':
      return authenticators.refresh(ctx, requiredToken(token, 'refresh'));
    case 'session':
      return authenticators.session(ctx, requiredToken(token, 'session'));
    case 'optionalRefresh':
      return {
        ...ctx,
        signedInUser: () => authenticators.refresh(ctx, requiredToken(token, 'refresh')),
      } as ProjectContext;
  }
}

function requiredToken(token: string | undefined, kind: 'refresh' | 'session'): string {
  if (!token)
    throw new ServiceError('E064002', `A ${kind} JWT is required: Bearer <project ID>:<${kind} JWT>`);
  return token;
}

/** GET and DELETE carry their input in the query; the others in the body, a few with some of it in the query. */
function readRequest(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string, unknown>;
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE')
    return asObject(readQuery(endpoint.input, query));
  const body = asObject(readInput(endpoint.input as Schema, request.body ?? {}));
  return endpoint.query ? { ...body, ...asObject(readQuery(endpoint.query as ObjectSchema, query)) } : body;
}

function asObject(value: unknown): Record<string, unknown> {
  return value as Record<string, unknown>;
}

function checkOutput(endpoint: Endpoint, output: unknown): void {
  const problem = outputProblem(endpoint.output ?? emptyObject, output);
  if (problem) throw new Error(`${endpoint.name} answers what it does not declare: ${problem}`);
}
