import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

const current = new AsyncLocalStorage<Span | undefined>();

/** Returns the span of the running work. Without tracing, there is none. */
export function currentSpan(): Span | undefined {
  return current.getStore();
}

/** Runs `work`, and all that it starts, as a part of the span. */
export function withinSpan<R>(span: Span | undefined, work: () => R): R {
  return current.run(span, work);
}

/** Runs work that a request only triggers, so that it is no part of the request's trace. */
export function outsideSpans<R>(work: () => R): R {
  return current.run(undefined, work);
}

/** Returns the fields that join a log line with a trace, under the names that OpenTelemetry gives them. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const context = current.getStore()?.spanContext();
  return context ? { trace_id: context.traceId, span_id: context.spanId } : {};
}
