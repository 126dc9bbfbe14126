import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { staleHeader } from '../core/cache.ts';
import type { ProjectContext, ServiceContext, UserContext } from '../core/context.ts';
import { ServiceError } from '../core/errors.ts';
import { parseJsonBody } from '../core/json.ts';
import type { LimitKind } from '../core/rate-limits.ts';
import { authenticate, authenticatorsFor } from './authenticate.ts';
import type { AdministrationSteps, AdministratorFacts, Authenticators } from './authenticators.ts';
import { inCallersSpelling } from './callers-spelling.ts';
import { bringsToken, clearCookies, deliverTokens, refreshCookie, startsSession } from './cookies.ts';
import { readCredentials } from './credentials.ts';
import { declaredErrors } from './declared-errors.ts';
import type { Endpoint } from './endpoint.ts';
import { sendError, toServiceError } from './errors.ts';
import type { RateLimiter } from './rate-limit.ts';
import { requestInfo } from './request.ts';
import {
  emptyObject,
  type ObjectSchema,
  outputProblem,
  readInput,
  readQuery,
  type Schema,
} from './schema.ts';
import { jsonBody } from './send-json.ts';

export interface MountOptions {
  service: ServiceContext;
  authenticators: Authenticators;
  rateLimiter: RateLimiter;
  administrators: AdministrationSteps;
  /** Calls the endpoint for a management key, or refuses the input. */
  handleForKey(
    ctx: ProjectContext,
    endpoint: Pick<Endpoint, 'name' | 'handle' | 'fieldRoles'>,
    input: Record<string, unknown>,
  ): Promise<unknown>;
  /** Calls the endpoint for an administrator of a tenant, or refuses the input. */
  handleForTenantAdministrator(
    ctx: ProjectContext & Required<Pick<ProjectContext, 'tenantAdministrator'>>,
    endpoint: Pick<Endpoint, 'name' | 'handle'>,
    input: Record<string, unknown>,
  ): Promise<unknown>;
  /** Records a refused sign-in in the audit log. */
  recordRefusal(
    ctx: ProjectContext,
    refused: { method: string; error: ServiceError; loginId?: string | undefined },
  ): Promise<void>;
  /** Refuses responses and error codes that the endpoint does not declare. On in tests and development. */
  strict: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set after the credentials have been checked. */
    caller: ProjectContext | undefined;
    /** The administrator who calls a management endpoint with the cookie of a console session. */
    administrator: AdministratorFacts | undefined;
    /** The refresh token came in the Authorization header, so the caller stores it itself. */
    holdsRefreshToken: boolean;
  }
  interface FastifyContextConfig {
    jsonLimits?: Endpoint['jsonLimits'];
  }
}

/** Adds the routes of the JSON API. `app` must be a separate scope: other scopes parse other bodies. */
export function mountEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  options: MountOptions,
): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('administrator', undefined);
  app.decorateRequest('holdsRefreshToken', false);
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

/** Adds one route. A request goes through these steps, from the top to the bottom. */
function mount(app: FastifyInstance, endpoint: Endpoint, path: string, options: MountOptions): void {
  const { service, administrators, rateLimiter, strict } = options;
  const authenticators = rateLimiter.limit(authenticatorsFor(endpoint, options.authenticators), endpoint);
  const declared = declaredErrors(endpoint);
  const hasTokens = startsSession(endpoint);

  app.route({
    method: endpoint.method,
    url: path,
    exposeHeadRoute: false,
    config: { endpoint: endpoint.name, jsonLimits: endpoint.jsonLimits, cors: true },
    ...(endpoint.bodyLimitBytes && { bodyLimit: endpoint.bodyLimitBytes }),
    // Runs before the body is read, so that an unauthenticated body costs nothing.
    onRequest: async (request, reply) => {
      request.caller = await authenticate(endpoint, { service, authenticators }, request, reply);
    },
    handler: async (request, reply) => {
      const entered = request.caller as Caller;
      const count: RateLimiter['count'] | undefined = endpoint.countsItself && rateLimiter.count;
      const caller = count ? { ...entered, count: (kind: LimitKind) => count(entered, kind) } : entered;
      if (caller.isStale) reply.headers(staleHeader);
      const input = readRequest(endpoint, request);
      const answer = await callEndpoint(request.administrator, endpoint, caller, input, options);
      if (hasTokens && bringsToken(answer)) {
        await administrators.endReplacedSession(caller, endpoint, refreshCookie(caller, request.headers));
      }
      const output = hasTokens ? deliverTokens(caller, request, reply, answer) : answer;
      if (endpoint.endsSession) clearCookies(caller, request, reply);
      if (strict) checkOutput(endpoint, caller, output);
      const body = withoutHeaderFields(endpoint, reply, output);
      return reply.type('application/json; charset=utf-8').send(jsonBody(body, caller.project.id));
    },
    errorHandler: async (error, request, reply: FastifyReply) => {
      const refusal = inCallersWords(endpoint, request, toServiceError(error, request));
      if (endpoint.signIn) await recordRefusal(endpoint.signIn, options, request, refusal);
      const undeclared = strict && !declared.has(refusal.code);
      return sendError(
        undeclared ? new Error(`${endpoint.name} does not declare ${refusal.code}`) : refusal,
        request,
        reply,
      );
    },
  });
}

/** Moves fields of the response into its headers. */
function withoutHeaderFields({ headerFields }: Endpoint, reply: FastifyReply, output: unknown): unknown {
  if (!headerFields) return output;
  const entries = Object.entries(output as Record<string, unknown>);
  for (const [name, value] of entries) {
    const header = headerFields[name];
    if (header !== undefined && typeof value === 'string') reply.header(header, value);
  }
  return Object.fromEntries(entries.filter(([name]) => headerFields[name] === undefined));
}

/** Names a field as the caller does, who may have sent another spelling than the declared one. */
function inCallersWords(endpoint: Endpoint, request: FastifyRequest, refusal: ServiceError): ServiceError {
  if (refusal.status !== 400) return refusal;
  const { body, query } = request;
  const { input, query: querySchema = emptyObject } = endpoint;
  const inInput = inCallersSpelling(input, takesQuery(endpoint) ? query : body, refusal.message);
  const message = inCallersSpelling(querySchema, query, inInput);
  return message === refusal.message ? refusal : new ServiceError(refusal.code, message, refusal);
}

/** Records a refusal at whichever step it came: credentials, limits, body, or the work itself. */
async function recordRefusal(
  method: string,
  { service, authenticators, recordRefusal }: MountOptions,
  request: FastifyRequest,
  error: ServiceError,
): Promise<void> {
  const enter = async () => {
    const { projectId } = readCredentials(request.headers.authorization);
    return authenticators.project(service, projectId, requestInfo(request));
  };
  // A refusal that names no project belongs to no audit log. The service's log has it.
  const ctx = request.caller ?? (await enter().catch(() => undefined));
  if (ctx) await recordRefusal(ctx, { method, error, loginId: loginIdIn(request.body) });
}

function loginIdIn(body: unknown): string | undefined {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const name = Object.keys(fields).find((key) => key.toLowerCase() === 'loginid');
  const loginId = name === undefined ? undefined : fields[name];
  return typeof loginId === 'string' ? loginId : undefined;
}

function callEndpoint(
  administrator: AdministratorFacts | undefined,
  endpoint: Endpoint,
  caller: Caller,
  input: Record<string, unknown>,
  { administrators, handleForKey, handleForTenantAdministrator }: MountOptions,
): Promise<unknown> {
  if (administrator) return administrators.handle(administrator, endpoint, caller, input);
  const { tenantAdministrator } = caller;
  if (tenantAdministrator)
    return handleForTenantAdministrator({ ...caller, tenantAdministrator }, endpoint, input);
  const forUsers = endpoint.forSignedInUsers;
  if (forUsers && isSignedIn(caller)) return forUsers.handle(caller, input);
  if (endpoint.auth === 'management') return handleForKey(caller, endpoint, input);
  return endpoint.handle(caller, input);
}

type Caller = Parameters<Endpoint['handle']>[0];

function isSignedIn(caller: Caller): caller is Caller & UserContext {
  return 'session' in caller;
}

/**
 * Reads the input from the query for GET and DELETE, and from the body for other methods, a few of which also
 * have a query.
 */
function readRequest(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string, unknown>;
  if (takesQuery(endpoint)) return asObject(readQuery(endpoint.input, query));
  const body = asObject(readInput(endpoint.input as Schema, request.body ?? {}));
  return endpoint.query ? { ...body, ...asObject(readQuery(endpoint.query as ObjectSchema, query)) } : body;
}

function takesQuery({ method }: Endpoint): boolean {
  return method === 'GET' || method === 'DELETE';
}

function asObject(value: unknown): Record<string, unknown> {
  return value as Record<string, unknown>;
}

function checkOutput(endpoint: Endpoint, caller: Caller, output: unknown): void {
  const ofUser = isSignedIn(caller) && !caller.tenantAdministrator && endpoint.forSignedInUsers?.output;
  const problem = outputProblem(ofUser || (endpoint.output ?? emptyObject), output);
  if (problem) throw new Error(`${endpoint.name} returns a response that it does not declare: ${problem}`);
}
