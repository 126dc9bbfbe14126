import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../log.ts';
import { readVersion } from '../version.ts';
import { currentSpan, withinSpan } from './current-span.ts';
import { reportOutages } from './report-outages.ts';
import type { TracingSettings } from './settings.ts';
import type { Tracing } from './tracing.ts';

/** Long texts of statements are cut off here. */
const maxAttributeLength = 4_096;

const longestCloseMs = 5_000;

const maxRememberedMessages = 1_000;

/** Loads OpenTelemetry, so it is imported only where traces are configured. */
export function startTracing(settings: TracingSettings, log: Log): Tracing {
  const { url, headers, delayMs } = settings;
  const exporter = reportOutages(new OTLPTraceExporter({ url, headers }), { url, log });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': readVersion(),
        'service.instance.id': randomUUID(),
        ...settings.resource,
      }),
    ),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMs })],
  });
  return {
    ...tracingWith(provider.getTracer('latchkey', readVersion())),
    async close() {
      await Promise.race([
        provider.shutdown().catch(() => {}),
        sleep(longestCloseMs, undefined, { ref: false }),
      ]);
    },
  };
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}

function tracingWith(tracer: Tracer): Omit<Tracing, 'close'> {
  const propagator = new W3CTraceContextPropagator();
  /** The spans that enqueued messages, the oldest first. */
  const enqueuedIn = new Map<string, SpanContext>();

  const startChild: Tracing['startChild'] = (name, options) => {
    const parent = currentSpan();
    if (!parent?.isRecording()) return undefined;
    return tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
  };
  return {
    startRequest: (name, options, headers) =>
      tracer.startSpan(name, options, propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)),
    startChild,
    async trace(name, options, work) {
      const span = startChild(name, options);
      return span ? runIn(span, () => work(span)) : work();
    },
    traceDelivery(name, options, messageId, work) {
      const context = enqueuedIn.get(messageId);
      const links = context ? [{ context }] : [];
      return runIn(
        tracer.startSpan(name, { ...options, kind: SpanKind.CONSUMER, links }, ROOT_CONTEXT),
        work,
      );
    },
    rememberMessage(id) {
      const span = currentSpan();
      if (!span?.isRecording()) return;
      enqueuedIn.set(id, span.spanContext());
      const [oldest] = enqueuedIn.keys();
      if (enqueuedIn.size > maxRememberedMessages && oldest) enqueuedIn.delete(oldest);
    },
    fail,
  };
}

async function runIn<R>(span: Span, work: () => Promise<R>): Promise<R> {
  try {
    return await withinSpan(span, work);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

function fail(span: Span | undefined, error: unknown): void {
  span?.setAttribute('error.type', typeOf(error)).setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns the code of the error (ours, the system's or the database's), or else its class. */
function typeOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!(error instanceof Error)) return '_OTHER';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : error.constructor.name;
}
