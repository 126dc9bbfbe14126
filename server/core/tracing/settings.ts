import { ConfigError } from '../config-error.ts';
import { integer, oneOf, readSecret } from '../setting.ts';
import { trimEnd } from '../trim-end.ts';
import { isWebUrl } from '../url.ts';

export interface TracingSettings {
  /** Where spans are sent, by OTLP over HTTP. */
  url: string;
  headers: Record<string, string>;
  /** Describes the server on each of its spans. */
  resource: Record<string, string>;
  sampler: (typeof samplers)[number];
  /** The share of traces that a sampler by ratio keeps, from 0 to 1. */
  ratio: number;
  /** The longest time that a span waits for others. */
  delayMs: number;
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/**
 * Reads the variables of the OpenTelemetry specification. Without an endpoint, nothing is traced and the others are
 * not checked: a platform may set them for all its programs.
 */
export function readTracing(env: NodeJS.ProcessEnv): TracingSettings | undefined {
  const isDisabled = env['OTEL_SDK_DISABLED']?.toLowerCase() || 'false';
  if (oneOf('OTEL_SDK_DISABLED', isDisabled, ['true', 'false']) === 'true') return undefined;
  const url = readUrl(env);
  if (url === undefined) return undefined;
  const exporter = env['OTEL_TRACES_EXPORTER'] || 'otlp';
  if (oneOf('OTEL_TRACES_EXPORTER', exporter, ['otlp', 'none']) === 'none') return undefined;
  for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']) {
    oneOf(name, env[name] || 'http/protobuf', ['http/protobuf']);
  }
  return {
    url,
    headers: { ...readHeaders(env, 'OTEL_EXPORTER_OTLP_HEADERS'), ...readHeaders(env, tracesHeaders) },
    resource: {
      'service.name': 'latchkey',
      ...readPairs('OTEL_RESOURCE_ATTRIBUTES', env['OTEL_RESOURCE_ATTRIBUTES']),
      ...(env['OTEL_SERVICE_NAME'] && { 'service.name': env['OTEL_SERVICE_NAME'] }),
    },
    sampler: oneOf('OTEL_TRACES_SAMPLER', env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on', samplers),
    ratio: readRatio(env['OTEL_TRACES_SAMPLER_ARG']),
    delayMs: integer('OTEL_BSP_SCHEDULE_DELAY', env['OTEL_BSP_SCHEDULE_DELAY'] || '5000', 1, 60_000),
  };
}

const tracesHeaders = 'OTEL_EXPORTER_OTLP_TRACES_HEADERS';

/** The endpoint for traces is taken as it is; the general one is the base of the paths of all signals. */
function readUrl(env: NodeJS.ProcessEnv): string | undefined {
  const forTraces = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  if (forTraces) return checkUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', forTraces);
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (!base) return undefined;
  const url = new URL(checkUrl('OTEL_EXPORTER_OTLP_ENDPOINT', base));
  url.pathname = `${trimEnd(url.pathname, '/')}/v1/traces`;
  return url.href;
}

/** The message does not repeat the address, which may contain a password. */
function checkUrl(name: string, text: string): string {
  if (isWebUrl(text)) return text;
  throw new ConfigError(
    `${name} must be an http or https address without a user, like http://collector:4318. ` +
      'Credentials belong in OTEL_EXPORTER_OTLP_HEADERS.',
  );
}

function readHeaders(env: NodeJS.ProcessEnv, name: string): Record<string, string> {
  const headers = readPairs(name, readSecret(env, name));
  const isSound = ([key, value]: [string, string]) =>
    /^[\w!#$%&'*+.^`|~-]+$/.test(key) && /^[\t\x20-\x7e]*$/.test(value);
  if (Object.entries(headers).every(isSound)) return headers;
  throw new ConfigError(`${name} has a name or a value that cannot be in an HTTP header. Correct it.`);
}

/** Reads `name=value,name=value`, where values are percent-encoded. Messages do not show values, which can be secret. */
function readPairs(name: string, text = ''): Record<string, string> {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair, index) => {
      const [, key, value] = /^([^=\s]+)\s*=(.*)$/s.exec(pair) ?? [];
      const decoded = value === undefined ? undefined : decode(value.trim());
      if (key !== undefined && decoded !== undefined) return [key, decoded] as const;
      throw new ConfigError(
        `${name} must be a list like name=value,name=value with percent-encoded values, ` +
          `which number ${index + 1} of the list is not. Correct it.`,
      );
    });
  return Object.fromEntries(pairs);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readRatio(text: string | undefined): number {
  const ratio = Number(text || '1');
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not ${JSON.stringify(text)}.`);
}
