import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** The parent; empty for the first span of a trace. */
  parentId: string;
  name: string;
  /** `SERVER`, `CLIENT`, `CONSUMER` or `INTERNAL`. */
  kind: string;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  hasFailed: boolean;
  /** The text of the status, and the names of events: both could repeat an error. */
  texts: string[];
  resource: Record<string, unknown>;
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** The headers of the last export. */
  headers: IncomingHttpHeaders;
  exports: number;
  /** The response: a status, or nothing at all. */
  answer: number | 'nothing';
  /** Reports whether the bytes of any export contain the text. */
  hasReceived(text: string): boolean;
  /** Ends the connections whose exports it has not answered. */
  hangUp(): void;
  close(): Promise<void>;
}

/** The part of OTLP 1.x that the tests read (opentelemetry/proto/trace/v1/trace.proto and what it imports). */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Export { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1;
    bytes span_id = 2;
    bytes parent_span_id = 4;
    string name = 5;
    SpanKind kind = 6;
    repeated KeyValue attributes = 9;
    repeated Event events = 11;
    repeated Link links = 13;
    Status status = 15;
  }
  enum SpanKind { UNSPECIFIED = 0; INTERNAL = 1; SERVER = 2; CLIENT = 3; PRODUCER = 4; CONSUMER = 5; }
  message Event { string name = 2; }
  message Link { bytes trace_id = 1; bytes span_id = 2; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue {
    oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; }
  }`);
const exportType = root.lookupType('Export');

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}

interface Span {
  traceId: Buffer;
  spanId: Buffer;
  parentSpanId: Buffer;
  name: string;
  kind: string;
  attributes: KeyValue[];
  events: { name: string }[];
  links: { traceId: Buffer; spanId: Buffer }[];
  status: { message: string; code: number } | null;
}

interface Export {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: Span[] }[] }[];
}

/** Starts a collector that decodes what it receives by OTLP over HTTP. */
export async function startCollector(): Promise<Collector> {
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      collector.exports += 1;
      if (collector.answer === 'nothing') return;
      if (collector.answer === 200) {
        const body = Buffer.concat(chunks);
        bodies.push(body);
        collector.headers = request.headers;
        collector.spans.push(...decode(body));
      }
      response.writeHead(collector.answer, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    headers: {},
    exports: 0,
    answer: 200,
    hasReceived: (text) => bodies.some((body) => body.includes(text)),
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return collector;
}

function decode(body: Buffer): CollectedSpan[] {
  const options = { enums: String, longs: Number, defaults: true, arrays: true, oneofs: true };
  const { resourceSpans } = exportType.toObject(exportType.decode(body), options) as Export;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        traceId: span.traceId.toString('hex'),
        spanId: span.spanId.toString('hex'),
        parentId: span.parentSpanId.toString('hex'),
        name: span.name,
        kind: span.kind,
        attributes: read(span.attributes),
        links: span.links.map(({ traceId, spanId }) => ({
          traceId: traceId.toString('hex'),
          spanId: spanId.toString('hex'),
        })),
        hasFailed: span.status?.code === 2,
        texts: [span.status?.message ?? '', ...span.events.map(({ name }) => name)].filter(Boolean),
        resource: read(resource.attributes),
      })),
  );
}

function read(attributes: KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value[(value as { value: string }).value]]),
  );
}
