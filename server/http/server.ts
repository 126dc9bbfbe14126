import { randomUUID } from 'node:crypto';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  fastify,
  LogController,
  type RouteOptions,
} from 'fastify';
import { ServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { type ClientAddress, clientAddressReader } from './client-address.ts';
import { answerClientError } from './client-error.ts';
import { Cohort } from './cohort.ts';
import { endConnectionsOnClose } from './end-connections.ts';
import { sendError, setSafetyHeaders } from './errors.ts';
import { bodyProblem, originForm, requestProblem } from './message-rules.ts';

const bodyLimitBytes = 64 * 1024;

/**
 * Creates the HTTP server with the limits of `docs/security.md` §Requests and uniform refusals for unknown
 * routes. `trustedProxies` are networks whose `X-Forwarded-For` is believed. Fastify's own option for that
 * would also believe their host and scheme headers. `trace` adds its hooks before all others.
 */
export function createServer(
  log: Log,
  trustedProxies: readonly string[] = [],
  writesAccessLog = false,
  trace?: (app: FastifyInstance) => void,
): FastifyInstance {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request costs more than everything else here; log lines about a request name it themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    requestIdHeader: false,
    rewriteUrl: ({ url }) => originForm(url),
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    // No general limit for handlers: it costs a tenth of a small request. Everything that handlers wait for
    // (database, workers, hashes, other servers) has its own limit of seconds. The interval is how often Node
    // checks unfinished requests.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    forceCloseConnections: 'idle',
    // Requests that reach a closing server are still answered, and their connection ends.
    return503OnClosing: false,
    // Endpoints have their own validation (`schema.ts`), so Fastify need not load its compilers.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // SDKs with a base URL that ends in a slash request `//v1/…`.
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 256 },
    frameworkErrors: sendError,
    clientErrorHandler: answerClientError,
  });
  // Bodies are read only for routes that ask for them.
  app.removeAllContentTypeParsers();
  checkBodies(app);
  endConnectionsOnClose(app);
  const readClient = clientAddressReader(trustedProxies);
  let hasWarned = false;
  app.decorateRequest('client', {
    getter(): ClientAddress {
      const client = readClient(this.raw);
      if (client.isRelayed && !hasWarned) {
        hasWarned = true;
        log.warn({ id: this.id, remoteAddress: client.address }, relayedWarning);
      }
      return client;
    },
  });

  const allowedMethods = collectMethods(app);
  const cohort = new Cohort();
  // Before the hooks of the trace, whose spans do not reach the start of a cohort.
  app.addHook('onRequest', (_request, _reply, done) => cohort.join(done));
  trace?.(app);
  app.addHook('onRequest', (request, reply, done) => {
    setSafetyHeaders(request, reply);
    done(requestProblem(request.raw));
  });
  const accessLevel = writesAccessLog ? 'info' : 'debug';
  app.addHook('onResponse', (request, reply, done) => {
    if (log.isLevelEnabled(accessLevel)) {
      // Log the route, not the URL: a query can contain codes and tokens.
      const { id, method, routeOptions, caller, client } = request;
      const facts = { id, method, route: routeOptions.url, status: reply.statusCode };
      const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
      log[accessLevel](
        { ...facts, milliseconds, project: caller?.project.id, address: client.address },
        'request',
      );
    }
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request.raw.url ?? '');
    // A route may set it itself for a name that it does not know.
    if (allowed === '' || allowed.split(', ').includes(request.method)) {
      return sendError(new ServiceError('E011005'), request, reply);
    }
    reply.header('allow', allowed);
    return sendError(new ServiceError('E011006', `Allowed methods: ${allowed}`), request, reply);
  });
  return app;
}

const relayedWarning =
  'A request was forwarded, and the address of its client is not known. If remoteAddress is your proxy, name it in ' +
  'LATCHKEY_TRUSTED_PROXIES, and let it send X-Forwarded-For. If not, the client has written the header itself, and ' +
  'nothing is wrong. This is logged once.';

/**
 * Accepts the caller's ID, so that its log and ours can be joined. It names log lines and decides nothing, so any
 * caller may choose it. Other characters could forge log lines or headers of whatever reads them.
 */
function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.:/+=@-]{1,128}$/.test(header) ? header : randomUUID();
}

function noCompiler(): never {
  throw new Error('routes have no Fastify schemas here');
}

/**
 * Checks what announces a body once the credentials have been checked. Until then a client with `Expect: 100-continue`
 * keeps the body (RFC 9110 §10.1.1).
 */
function checkBodies(app: FastifyInstance): void {
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('preParsing', (request, reply, _body, done) => {
    const problem = bodyProblem(request.raw);
    // RFC 9110 §12.5.3: the codings that a next attempt may use.
    if (problem) reply.header('accept-encoding', 'identity');
    else if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
    done(problem);
  });
}

/** Collects the methods of the routes added from now on. Returns a lookup from a URL to the value of `Allow`. */
export function collectMethods(
  app: FastifyInstance,
  counts: (route: RouteOptions) => boolean = () => true,
): (url: string) => string {
  const paths = new Map<string, { segments: string[]; methods: Set<string> }>();
  app.addHook('onRoute', (route) => {
    if (!counts(route)) return;
    const { url, method } = route;
    const known = paths.get(url) ?? { segments: url.split('/'), methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    paths.set(url, known);
  });
  return (url) => {
    const path = (url.split('?')[0] ?? '').replace(/\/{2,}/g, '/').split('/');
    const matching = [...paths.values()].filter(({ segments }) => isRouteOf(segments, path));
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].join(', ');
  };
}

/** Compares the segments of a route's path with those of a URL's: unauthenticated requests ask for every unknown path. */
function isRouteOf(route: readonly string[], path: readonly string[]): boolean {
  const hasRest = route.at(-1) === '*';
  if (hasRest ? path.length < route.length : path.length !== route.length) return false;
  return route.every((segment, index) =>
    segment.startsWith(':') ? path[index] !== '' : segment === path[index] || (segment === '*' && hasRest),
  );
}
