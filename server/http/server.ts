import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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
import { sendError, setSafetyHeaders } from './errors.ts';

const bodyLimitBytes = 64 * 1024;
const maxUrlLength = 8 * 1024;

/**
 * The HTTP server with the limits of `docs/security.md` §Requests and the same answers to whatever is not a route.
 * `trustedProxies` are networks whose `X-Forwarded-For` is believed. Fastify's own option for that would also believe
 * what they say of host and scheme.
 */
export function createServer(log: Log, trustedProxies: readonly string[] = []): FastifyInstance {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request costs more than all else here; lines that concern a request name it themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    // No limit for a handler as such: it costs a tenth of a small request. Everything that one waits for (database,
    // workers, hashes, other servers) has a limit of its own, of seconds.
    // How often the time limits of unfinished requests are looked at.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    forceCloseConnections: 'idle',
    // What reaches a server that is closing is still answered, and the connection ends with it.
    return503OnClosing: false,
    // Endpoints have their own validation (`schema.ts`); Fastify would load its compilers without a use for them.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // SDKs with a base URL that ends in a slash ask for `//v1/…`.
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 256 },
    frameworkErrors: sendError,
    clientErrorHandler: answerClientError,
  });
  // A body that no route asked for is not read.
  app.removeAllContentTypeParsers();
  answerExpectations(app);
  const readClient = clientAddressReader(trustedProxies);
  app.decorateRequest('client', {
    getter(): ClientAddress {
      return readClient(this.raw);
    },
  });

  const allowedMethods = collectMethods(app);
  app.addHook('onRequest', (request, reply, done) => {
    setSafetyHeaders(request, reply);
    done(problemOf(request.raw));
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (log.isLevelEnabled('debug')) {
      // The route, not the URL: a query can hold codes and tokens.
      const { id, method, routeOptions } = request;
      const facts = { id, method, route: routeOptions.url, status: reply.statusCode };
      log.debug({ ...facts, milliseconds: Math.round(reply.elapsedTime) }, 'request');
    }
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request.raw.url ?? '');
    // A route may say so itself, of a name that it does not know.
    if (allowed === '' || allowed.split(', ').includes(request.method)) {
      return sendError(new ServiceError('E011005'), request, reply);
    }
    reply.header('allow', allowed);
    return sendError(new ServiceError('E011006', `It takes ${allowed}`), request, reply);
  });
  return app;
}

function noCompiler(): never {
  throw new Error('routes have no schemas of Fastify here');
}

function problemOf({ url = '', httpVersion, headers }: IncomingMessage): ServiceError | undefined {
  if (url.length > maxUrlLength) return new ServiceError('E011010', `It can have ${maxUrlLength} characters`);
  // RFC 9112 §3.2. Node would answer this itself, without a body.
  if (headers.host === undefined && httpVersion !== '1.0') {
    return new ServiceError('E011001', 'The Host header is missing');
  }
  return undefined;
}

/** `Expect: 100-continue` (RFC 9110 §10.1.1): the client keeps its body until the credentials have been checked. */
function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('preParsing', (request, reply, _body, done) => {
    if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
    done();
  });
}

/** What the routes that are added from now on take, as a lookup from a URL to the value of `Allow`. */
export function collectMethods(
  app: FastifyInstance,
  counts: (route: RouteOptions) => boolean = () => true,
): (url: string) => string {
  const paths = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', (route) => {
    if (!counts(route)) return;
    const { url, method } = route;
    // Compiled once: strangers make it run for every path that there is not, and for every preflight.
    const pattern = new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
    const known = paths.get(url) ?? { pattern, methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    paths.set(url, known);
  });
  return (url) => {
    const path = (url.split('?')[0] ?? '').replace(/\/{2,}/g, '/');
    const matching = [...paths.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].join(', ');
  };
}
