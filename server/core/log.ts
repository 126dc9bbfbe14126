import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { withSourcePositions } from './source-positions.ts';
import { traceFields } from './tracing/current-span.ts';

export type Log = Logger;

/** Names of fields that are never logged, at the top or one level below. */
const secretFields = [
  'authorization',
  'code',
  'cookie',
  'key',
  'managementKey',
  'newPassword',
  'oldPassword',
  'password',
  'refreshJwt',
  'RelayState',
  'SAMLResponse',
  'secret',
  'sessionJwt',
  'token',
];

export function createLog(
  config: Pick<Config, 'logFormat' | 'logLevel'> & Partial<Pick<Config, 'tracing'>>,
  destination: DestinationStream = standardOutput(),
): Log {
  const options = {
    level: config.logLevel,
    base: null,
    redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    ...(config.tracing && { mixin: traceFields }),
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, config.logFormat === 'json' ? destination : prettyStream(destination));
}

/**
 * Writes synchronously, so that a process that ends at once has logged the reason. Without it, pino's flush at
 * the end of the process never returns once the reader of the pipe has gone, and the process hangs.
 */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: true });
}

function serializeError(error: Error): unknown {
  const serialized = pino.stdSerializers.err(error);
  if (typeof serialized?.stack !== 'string') return serialized;
  return { ...serialized, stack: withSourcePositions(serialized.stack) };
}

const colours: Record<string, number> = { warn: 33, error: 31, fatal: 31, debug: 36, trace: 90 };

/**
 * Writes one readable line: the time of day, the level when it is not `info`, the message, the rest as
 * `name=value`.
 */
function prettyStream(destination: DestinationStream): DestinationStream {
  return {
    write(line) {
      const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const mark = level === 'info' ? '' : `\x1b[${colours[level as string]}m${level}\x1b[0m `;
      const fields = Object.entries(rest).map(([name, value]) => ` \x1b[90m${name}=\x1b[0m${inWords(value)}`);
      const stack = (err as { stack?: string } | undefined)?.stack;
      const text = `\x1b[90m${String(time).slice(11, 19)}\x1b[0m ${mark}${inWords(msg)}${fields.join('')}`;
      destination.write(stack ? `${text}\n${stack}\n` : `${text}\n`);
    },
  };
}

function inWords(value: unknown): string {
  // Text with control characters is quoted, so that a value cannot start a line of its own.
  return typeof value === 'string' && !/\p{Cc}/u.test(value) ? value : JSON.stringify(value);
}
