import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { administrationProjectId } from '../core/administration.ts';
import type { ProjectContext, ServiceContext } from '../core/context.ts';
import { type ErrorCode, ServiceError, unauthorized, universalErrors } from '../core/errors.ts';
import { parseJsonBody } from '../core/json.ts';
import {
  authenticateAdministrator,
  enterAdministration,
  requireFields,
  requireRole,
} from './administrators.ts';
import type { AdministratorFacts, Authenticators } from './authenticators.ts';
import {
  authenticateByCookie,
  bringsToken,
  clearCookies,
  deliverTokens,
  missingRefreshToken,
  refreshCookie,
  startsSession,
  usableRefreshCookie,
} from './cookies.ts';
import { readCredentials } from './credentials.ts';
import type { Auth, Endpoint } from './endpoint.ts';
import { sendError, toServiceError } from './errors.ts';
import { refuseImpersonated } from './impersonated-callers.ts';
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
  /** The additional steps in the administration project. */
  administrators: {
    /** Runs a change by an owner, or refuses it. */
    change<R>(ctx: ProjectContext, userId: string, work: (ctx: ProjectContext) => Promise<R>): Promise<R>;
    /** Ends the session of a refresh JWT if it exists. */
    endReplacedSession(ctx: ProjectContext, token: string): Promise<void>;
  };
  /** Refuses responses and error codes that the endpoint does not declare. On in tests and development. */
  strict: boolean;
}

const refreshErrors = ['E064001', 'E064002', 'E064004', 'E062109'] as const;

const impersonationErrors = ['E064006'] as const;

/** Any sign-in can meet a tenant that requires another method. */
const signInErrors = ['E064005'] as const;

/** The errors with which each kind of credentials can be refused. */
const authErrors: Record<Auth, readonly ErrorCode[]> = {
  project: ['E111119'],
  management: ['E111119', 'E064010', 'E064011'],
  accessKey: ['E111119', 'E062802', 'E062803'],
  refresh: ['E111119', ...refreshErrors],
  optionalRefresh: ['E111119', ...refreshErrors],
  session: ['E111119', 'E064002'],
};

export function declaredErrors(endpoint: Endpoint): Set<ErrorCode> {
  return new Set([...universalErrors, ...particularErrors(endpoint)]);
}

/** Returns the endpoint's error codes without the universal ones. */
export function particularErrors(endpoint: Endpoint): Set<ErrorCode> {
  const isSignIn = endpoint.auth !== 'refresh' && startsSession(endpoint);
  const { auth, takesImpersonated, errors } = endpoint;
  const takesToken = auth === 'refresh' || auth === 'optionalRefresh' || auth === 'session';
  return new Set([
    ...authErrors[auth],
    ...(takesToken && !takesImpersonated ? impersonationErrors : []),
    ...(isSignIn ? signInErrors : []),
    ...errors,
  ]);
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

function mount(app: FastifyInstance, endpoint: Endpoint, path: string, options: MountOptions): void {
  const { service, strict } = options;
  const authenticators = options.rateLimiter.limit(authenticatorsFor(endpoint, options), endpoint);
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
      reply.header('cache-control', 'no-store');
      const input = readRequest(endpoint, request);
      const caller = request.caller as Parameters<Endpoint['handle']>[0];
      const answer = await handle(endpoint, options, request, input);
      if (hasTokens && bringsToken(answer)) await endReplaced(endpoint, options, request);
      const output = hasTokens ? deliverTokens(caller, request, reply, answer) : answer;
      if (endpoint.endsSession) clearCookies(caller, request, reply);
      if (strict) checkOutput(endpoint, output);
      return reply.type('application/json; charset=utf-8').send(jsonBody(output));
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

/** Opens only endpoints that allow it to refresh JWTs of anonymous sessions and of impersonators. */
function authenticatorsFor(endpoint: Endpoint, { authenticators }: MountOptions): Authenticators {
  const { takesAnonymous, takesImpersonated } = endpoint;
  const named = takesAnonymous ? { ...authenticators, refresh: authenticators.anyRefresh } : authenticators;
  return takesImpersonated ? named : refuseImpersonated(named);
}

async function handle(
  endpoint: Endpoint,
  { administrators }: MountOptions,
  request: FastifyRequest,
  input: Record<string, unknown>,
): Promise<unknown> {
  const { administrator } = request;
  const caller = request.caller as Parameters<Endpoint['handle']>[0];
  if (!administrator) return endpoint.handle(caller, input);
  const projectId = caller.project.id;
  requireFields(administrator, endpoint, projectId, input);
  if (projectId !== administrationProjectId || endpoint.role === 'auditor') {
    return endpoint.handle(caller, input);
  }
  return administrators.change(caller, administrator.userId, (ctx) =>
    endpoint.handle(ctx as typeof caller, input),
  );
}

/** A browser has one console session: a sign-in ends the session it sent, because it overwrites the cookie. */
async function endReplaced(
  { auth }: Endpoint,
  { administrators }: MountOptions,
  { caller, headers }: FastifyRequest,
): Promise<void> {
  if (!caller || caller.project.id !== administrationProjectId || auth === 'refresh') return;
  const token = refreshCookie(caller, headers);
  if (token) await administrators.endReplacedSession(caller, token);
}

function refuseProject({ forAdministrators }: Asked, isAdministration: boolean): void {
  if (isAdministration && !forAdministrators) throw unauthorized('The endpoint is closed in this project');
  if (!isAdministration && forAdministrators === 'only')
    throw unauthorized('The endpoint is for administrators only');
}

type Asked = Pick<Endpoint, 'auth' | 'role' | 'forAdministrators' | 'ignoresCookie'>;
type Asking = Pick<MountOptions, 'service' | 'authenticators'>;

/** Throws when the credentials do not match `auth`. */
export async function authenticate(
  asked: Asked,
  { service, authenticators }: Asking,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ProjectContext> {
  const { auth } = asked;
  const credentials = readCredentials(request.headers.authorization);
  const isAdministration = credentials.projectId === administrationProjectId;
  refuseProject(asked, isAdministration);
  const entered = isAdministration
    ? await enterAdministration({ service, authenticators }, request)
    : await authenticators.project(service, credentials.projectId, requestInfo(request));
  // Administrators use cookies, never a credential that a script could hold.
  const { token, key, firstKey, lastKey } = isAdministration ? noSecrets : credentials;
  const refreshJwt = token ?? (isAdministration ? undefined : usableRefreshCookie(entered, request.headers));
  const ctx = refreshJwt ? { ...entered, request: { ...entered.request, refreshJwt } } : entered;
  const signedInUser = async () => {
    if (!token && asked.ignoresCookie) throw missingRefreshToken();
    if (!token) return authenticateByCookie(ctx, request, reply, authenticators);
    const user = await authenticators.refresh(ctx, token);
    request.holdsRefreshToken = true;
    return user;
  };
  const isVouchedFor = () => isManagementKey(authenticators, ctx, lastKey);
  switch (auth) {
    case 'project':
      return { ...ctx, isVouchedFor } as ProjectContext;
    case 'management':
      if (key) return authenticators.management(ctx, key);
      if (token) throw unauthorized('A management key is required, not a JWT');
      request.administrator = await authenticateAdministrator({ service, authenticators }, request);
      requireRole(request.administrator, asked, ctx.project.id);
      return { ...ctx, actor: { type: 'administrator', id: request.administrator.loginId } };
    case 'accessKey':
      if (!firstKey) throw new ServiceError('E062802', 'Send it as: Bearer <project ID>:<access key>');
      return authenticators.accessKey(ctx, firstKey);
    case 'refresh':
      return { ...(await signedInUser()), isVouchedFor } as ProjectContext;
    case 'session':
      if (!token)
        throw new ServiceError('E064002', 'A session JWT is required: Bearer <project ID>:<session JWT>');
      return authenticators.session(ctx, token);
    case 'optionalRefresh':
      return { ...ctx, signedInUser, isVouchedFor } as ProjectContext;
  }
}

const noSecrets = { token: undefined, key: undefined, firstKey: undefined, lastKey: undefined };

/** Ignores a wrong key beside a valid sign-in instead of refusing the sign-in. */
async function isManagementKey(
  { management }: Authenticators,
  ctx: ProjectContext,
  key: string | undefined,
): Promise<boolean> {
  if (!key) return false;
  try {
    await management(ctx, key);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 401 || error.status === 403)) return false;
    throw error;
  }
}

/**
 * Reads the input from the query for GET and DELETE, and from the body for other methods, a few of which also
 * have a query.
 */
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
  if (problem) throw new Error(`${endpoint.name} returns a response that it does not declare: ${problem}`);
}
