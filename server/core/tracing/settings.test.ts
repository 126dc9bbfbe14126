import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readCommandConfig, readConfig } from '../config.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const read = (env: NodeJS.ProcessEnv) => readConfig('development', env).tracing;

test('traces are off without an endpoint, when they are disabled, and in commands', () => {
  expect(read({})).toBeUndefined();
  // A platform may set these for all its programs.
  expect(read({ OTEL_TRACES_SAMPLER: 'xray', OTEL_RESOURCE_ATTRIBUTES: 'x' })).toBeUndefined();
  for (const OTEL_SDK_DISABLED of ['true', 'TRUE'])
    expect(read({ ...endpoint, OTEL_SDK_DISABLED })).toBeUndefined();
  expect(read({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
  expect(readCommandConfig(endpoint).tracing).toBeUndefined();
});

test('an endpoint is enough: every trace is recorded unless its caller does not record it', () => {
  expect(read(endpoint)).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: {},
    resource: { 'service.name': 'latchkey' },
    sampler: 'parentbased_always_on',
    ratio: 1,
    delayMs: 5_000,
  });
});

test('the general endpoint is a base, and the one for traces a whole address', () => {
  const general = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.com/tenant/?key=a' };
  expect(read(general)?.url).toBe('https://otlp.example.com/tenant/v1/traces?key=a');
  const forTraces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://otlp.example.com/traces' };
  expect(read({ ...general, ...forTraces })?.url).toBe('https://otlp.example.com/traces');
});

test('names, attributes and headers are lists whose values are percent-encoded', () => {
  const settings = read({
    ...endpoint,
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other, team=a%2Cb ,empty=,',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpiPQ==,x-scope=all',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-scope=traces',
  });
  expect(settings?.resource).toEqual({ 'service.name': 'other', team: 'a,b', empty: '' });
  expect(settings?.headers).toEqual({ authorization: 'Basic YTpiPQ==', 'x-scope': 'traces' });
  const named = { OTEL_RESOURCE_ATTRIBUTES: 'service.name=other', OTEL_SERVICE_NAME: 'login' };
  expect(read({ ...endpoint, ...named })?.resource['service.name']).toBe('login');
});

test('headers can be in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tracing-'));
  try {
    const file = join(folder, 'headers');
    writeFileSync(file, 'authorization=Bearer%20abc\n');
    const settings = read({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS_FILE: file });
    expect(settings?.headers).toEqual({ authorization: 'Bearer abc' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  [
    { OTEL_TRACES_SAMPLER: 'xray' },
    /OTEL_TRACES_SAMPLER is "xray"; it can be always_on, .*parentbased_traceidratio/,
  ],
  [
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '10%' },
    /OTEL_TRACES_SAMPLER_ARG .*from 0 to 1/,
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, /OTEL_TRACES_SAMPLER_ARG .*"1.5"/],
  [{ OTEL_SDK_DISABLED: 'yes' }, /OTEL_SDK_DISABLED .*true, false/],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, /OTEL_TRACES_EXPORTER .*otlp, none/],
  [
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    /OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"; it can be http\/protobuf/,
  ],
  [{ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }, /OTEL_EXPORTER_OTLP_TRACES_PROTOCOL/],
  [{ OTEL_RESOURCE_ATTRIBUTES: 'a=b,c' }, /OTEL_RESOURCE_ATTRIBUTES .*number 2/],
  [{ OTEL_BSP_SCHEDULE_DELAY: '0' }, /OTEL_BSP_SCHEDULE_DELAY/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https/],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'ftp://a' }, /OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be/],
])('%o is refused', (env, message) => {
  expect(() => read({ ...endpoint, ...env })).toThrow(ConfigError);
  expect(() => read({ ...endpoint, ...env })).toThrow(message);
});

test('a message about a secret setting does not repeat it', () => {
  for (const env of [
    { OTEL_EXPORTER_OTLP_HEADERS: 'authorization: hunter2' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2%' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2%0a' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:hunter2@collector' },
  ]) {
    expect(() => read({ ...endpoint, ...env })).toThrow(/^OTEL_EXPORTER_OTLP_(?!.*hunter2)/);
  }
});
