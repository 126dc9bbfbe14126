import type { IncomingHttpHeaders } from 'node:http';
import type { Span, SpanOptions } from '@opentelemetry/api';

/**
 * Records spans. Names and attributes never contain what a request brings (queries, bodies, login IDs, tokens) or what
 * an error says, because messages of errors repeat such values.
 */
export interface Tracing {
  /** Starts the span of a request, in the trace of its caller if it names one (W3C Trace Context). */
  startRequest(name: string, options: SpanOptions, headers: IncomingHttpHeaders): Span;
  /** Starts a span below the current one. Returns undefined if there is none, or its trace is not recorded. */
  startChild(name: string, options: SpanOptions): Span | undefined;
  /** Runs `work` in a span below the current one; in none if there is no current one. */
  trace<R>(name: string, options: SpanOptions, work: (span?: Span) => Promise<R>): Promise<R>;
  /** Runs the delivery of a message in a trace of its own, with a link to the span that enqueued it. */
  traceDelivery<R>(name: string, options: SpanOptions, messageId: string, work: () => Promise<R>): Promise<R>;
  /** Remembers the current span as the one that enqueued the message. */
  rememberMessage(id: string): void;
  /** Marks a span as failed, with the code or the class of the error, or with this status of HTTP. */
  fail(span: Span | undefined, error: unknown): void;
  /** Sends what is waiting, but does not wait long for it. */
  close(): Promise<void>;
}
