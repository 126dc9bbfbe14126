import { randomUUID } from 'node:crypto';
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify';
import { ServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { sendError } from './errors.ts';

const bodyLimitBytes = 64 * 1024;

/** The HTTP server with the limits of `docs/security.md` §Sizes and the same answers to whatever is not a route. */
export function createServer(log: Log): FastifyInstance {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    disableRequestLogging: true,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    handlerTimeout: 15_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // SDKs with a base URL that ends in a slash ask for `//v1/…`.
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 256 },
    onProtoPoisoning: 'error',
  });
  app.server.headersTimeout = 10_000;

  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set<string>();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route, not the URL: a query can hold codes and tokens.
    const { method, routeOptions } = request;
    const facts = { id: request.id, method, route: routeOptions.url, status: reply.statusCode };
    request.log.debug({ ...facts, milliseconds: Math.round(reply.elapsedTime) }, 'request');
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods.get((request.raw.url ?? '').split('?')[0]!.replace(/\/{2,}/g, '/'));
    if (!allowed) return sendError(new ServiceError('E011005', 'There is no such route'), request, reply);
    reply.header('allow', [...allowed].join(', '));
    return sendError(new ServiceError('E011006', `This route takes ${[...allowed].join(', ')}`), request, reply);
  });
  return app;
}
