import { type Span, SpanKind } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withinSpan } from '../core/tracing/current-span.ts';
import { serverAttributes } from '../core/tracing/server-attributes.ts';
import type { Tracing } from '../core/tracing/tracing.ts';

/** The methods that the semantic conventions know; clients can send others. */
const knownMethods = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'CONNECT',
  'TRACE',
]);

/**
 * Adds a span to each request, by the semantic conventions for HTTP. Instead of the path it records the route, because
 * paths can contain IDs and secrets. Call it before any other hook is added, so that all of them run within the span.
 *
 * `baseUrl` is the address of this service for clients.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing, baseUrl: () => string): void {
  const spans = new WeakMap<FastifyRequest, Span>();

  app.addHook('onRequest', (request, reply, done) => {
    const method = knownMethods.has(request.method) ? request.method : undefined;
    const route = request.routeOptions.url;
    const span = tracing.startRequest(
      [method ?? 'HTTP', route].filter(Boolean).join(' '),
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method ?? '_OTHER',
          'url.scheme': new URL(baseUrl()).protocol.slice(0, -1),
          ...serverAttributes(baseUrl()),
          'network.protocol.version': request.raw.httpVersion,
          ...(route !== undefined && { 'http.route': route, 'url.path': route }),
        },
      },
      request.headers,
    );
    spans.set(request, span);
    // A client that goes away gets no response. After a response, the span has ended already.
    reply.raw.once('close', () => span.isRecording() && span.end());
    withinSpan(span, done);
  });

  // A body is read outside of the span, by events of the connection.
  app.addHook('preValidation', (request, _reply, done) => withinSpan(spans.get(request), done));

  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    const { statusCode } = reply;
    span?.setAttribute('http.response.status_code', statusCode);
    if (request.caller) span?.setAttribute('latchkey.project.id', request.caller.project.id);
    if (statusCode >= 500) tracing.fail(span, String(statusCode));
    span?.end();
    withinSpan(span, done);
  });
}
