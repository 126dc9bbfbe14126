import { isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { administrationProjectId } from './administration.ts';
import { type BreachSource, readBreachSource } from './breached-passwords/source.ts';
import { ConfigError } from './config-error.ts';
import { readDnsServer } from './dns.ts';
import { heldMessages } from './held-messages.ts';
import { readNetworks, readTrustedProxies } from './network-settings.ts';
import { boolean, integer, oneOf, readSecret } from './setting.ts';
import { readTracing, type TracingSettings } from './tracing/settings.ts';
import { trimEnd } from './trim-end.ts';
import { describeUnknown } from './unknown-variables.ts';
import { isLoopbackUrl, isWebUrl } from './url.ts';

export { ConfigError };

export type Mode = 'development' | 'production';

export interface Config {
  mode: Mode;
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** The port for `/metrics` alone, 0 for a free one. Absent: only development serves `/metrics`, on `port`. */
  metricsPort: number | undefined;
  /** Serve `/docs/api/`, the page that calls the API. */
  hasApiPage: boolean;
  /** The address for clients and mails, without a trailing slash. Absent: built from host and port. */
  baseUrl: string | undefined;
  dataDir: string;
  /** `postgres://…`; absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  /** False for a pooler that gives each transaction another connection and cannot prepare statements. */
  databasePrepares: boolean;
  /** Threads of libuv's pool, shared by hashing, commits and signatures. Node.js reads the variable itself. */
  threadPoolSize: number;
  /** Newest first, of 32 bytes each. Absent only in development, which creates a key in `dataDir`. */
  secretKeys: Buffer[] | undefined;
  projectId: string | undefined;
  managementKey: string | undefined;
  /** Hosts and CIDR ranges that outgoing requests may reach although they are not public. */
  allowedPrivateNetworks: string[];
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  /** The only name server that is asked for the proofs of domains, as host:port. Absent: the system's. */
  dnsServer: string | undefined;
  logFormat: 'pretty' | 'json';
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Send no mail, SMS, webhook, logout notice or audit event. They wait in the database. */
  holdsMessages: boolean;
  /** Write a log line for each request. */
  accessLog: boolean;
  /** Absent: nothing is traced. */
  tracing: TracingSettings | undefined;
  /** The source of passwords that data breaches have made known. Absent: they are not checked. */
  breachedPasswords: BreachSource | undefined;
  /** The path of a file that knows the places of addresses. Absent: places are not shown. */
  placesFile: string | undefined;
  /** The path of a folder with languages. Absent: only those that ship. */
  languagesFolder: string | undefined;
  /** The folder with the vendor's components. Absent: one in `dataDir`. */
  componentsFolder: string | undefined;
}

const loopback = ['127.0.0.0/8', '::1/128', 'localhost'];

/** Reads the environment variables of the run contract. `defaultMode` depends on the command. */
export function readConfig(defaultMode: Mode, env: NodeJS.ProcessEnv = process.env): Config {
  const config = { ...readSettings(defaultMode, env), tracing: readTracing(env) };
  const { mode, host, baseUrl, secretKeys } = config;
  if (mode === 'development') checkDevelopment(host, baseUrl);
  if (mode === 'production') checkProduction(env, baseUrl, secretKeys);
  return config;
}

/** Returns what in the environment is probably a mistake, each with its remedy. Throws a ConfigError for what is one. */
export function configWarnings(env: NodeJS.ProcessEnv = process.env): string[] {
  const asked = new Set<string>();
  const recorded = new Proxy(env, {
    get(target, name: string) {
      asked.add(name);
      return target[name];
    },
  });
  const { mode, host, trustedProxies, holdsMessages } = readSettings('production', recorded);
  const isBehindUnknownProxy = mode === 'production' && isLoopback(host) && trustedProxies.length === 0;
  return [
    ...(isBehindUnknownProxy ? [unknownProxy(host)] : []),
    ...(holdsMessages ? [heldMessages] : []),
    ...describeUnknown(env, [...asked, ...furtherNames]),
  ];
}

/** Read by `checkProduction` alone. */
const furtherNames = ['LATCHKEY_ALLOW_HTTP'];

function unknownProxy(host: string): string {
  return (
    `Production listens on ${host}, which only a proxy on this machine can reach, and LATCHKEY_TRUSTED_PROXIES is not set: ` +
    'all visitors count as one client. Set LATCHKEY_TRUSTED_PROXIES to 127.0.0.1,::1, and let the proxy send X-Forwarded-For.'
  );
}

/** Reads the settings for commands that do not listen, without the checks for servers, and without tracing. */
export function readCommandConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return readSettings('production', env);
}

/** Returns the environment for a program that this process starts. */
export function programEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return env;
}

function readSettings(defaultMode: Mode, env: NodeJS.ProcessEnv): Config {
  const mode = oneOf('LATCHKEY_MODE', env['LATCHKEY_MODE'] || defaultMode, [
    'development',
    'production',
  ] as const);
  const [logFormat, logLevel] = readLog(env['LATCHKEY_LOG']);
  const port = integer('PORT', env['PORT'] || '8080', 0, 65_535);
  if (env['HOST']?.includes('/')) {
    throw new ConfigError(
      'HOST must be a host name or an IP address. Unix sockets are not supported: leave HOST out, and let the proxy use 127.0.0.1.',
    );
  }
  return {
    mode,
    host: env['HOST'] || (mode === 'development' ? 'localhost' : '127.0.0.1'),
    port,
    metricsPort: readMetricsPort(env['LATCHKEY_METRICS_PORT'], port),
    hasApiPage: boolean('LATCHKEY_API_PAGE', env['LATCHKEY_API_PAGE'], mode === 'development'),
    baseUrl: readBaseUrl(env['LATCHKEY_BASE_URL']),
    dataDir: resolve(env['LATCHKEY_DATA_DIR'] || 'data'),
    databaseUrl: readDatabaseUrl(readSecret(env, 'DATABASE_URL')),
    databasePoolSize: integer('LATCHKEY_DATABASE_POOL', env['LATCHKEY_DATABASE_POOL'] || '10', 2, 200),
    databasePrepares: boolean('LATCHKEY_DATABASE_PREPARE', env['LATCHKEY_DATABASE_PREPARE'], true),
    threadPoolSize: integer('UV_THREADPOOL_SIZE', env['UV_THREADPOOL_SIZE'] || '4', 1, 1_024),
    secretKeys: readSecretKeys('LATCHKEY_SECRET_KEY', readSecret(env, 'LATCHKEY_SECRET_KEY')),
    projectId: readProjectId(env['LATCHKEY_PROJECT_ID']),
    managementKey: readManagementKey(readSecret(env, 'LATCHKEY_MANAGEMENT_KEY')),
    allowedPrivateNetworks: [
      ...(mode === 'development' ? loopback : []),
      ...readNetworks(env['LATCHKEY_ALLOW_PRIVATE_NETWORK']),
    ],
    dnsServer: readDnsServer(env['LATCHKEY_DNS_SERVER']),
    trustedProxies: readTrustedProxies(env['LATCHKEY_TRUSTED_PROXIES']),
    logFormat,
    logLevel,
    holdsMessages: boolean('LATCHKEY_HOLD_MESSAGES', env['LATCHKEY_HOLD_MESSAGES'], false),
    accessLog: boolean('LATCHKEY_ACCESS_LOG', env['LATCHKEY_ACCESS_LOG'], false),
    breachedPasswords: readBreachSource(env['LATCHKEY_BREACHED_PASSWORDS']),
    placesFile: env['LATCHKEY_PLACES'] || undefined,
    languagesFolder: env['LATCHKEY_LANGUAGES'] || undefined,
    componentsFolder: env['LATCHKEY_COMPONENTS'] ? resolve(env['LATCHKEY_COMPONENTS']) : undefined,
    tracing: undefined,
  };
}

/** Keeps development mode on this machine: its inbox and its simulator let every visitor sign in as any user. */
function checkDevelopment(host: string, baseUrl: string | undefined): void {
  const why = 'development mode has an open inbox and an identity-provider simulator';
  if (!isLoopback(host)) {
    throw new ConfigError(
      `HOST is ${host}, but ${why}: it listens on loopback only. Leave HOST out, or set LATCHKEY_MODE=production.`,
    );
  }
  if (baseUrl && !isLoopbackUrl(baseUrl)) {
    throw new ConfigError(
      `LATCHKEY_BASE_URL is ${baseUrl}, but ${why}: its address is on loopback only. ` +
        'Leave LATCHKEY_BASE_URL out, or set LATCHKEY_MODE=production.',
    );
  }
}

function checkProduction(
  env: NodeJS.ProcessEnv,
  baseUrl: string | undefined,
  secretKeys: Buffer[] | undefined,
) {
  if (!secretKeys) {
    throw new ConfigError(
      'LATCHKEY_SECRET_KEY is missing: production needs 32 bytes in base64 that seal secrets at rest. ' +
        'Create one with `openssl rand -base64 32` and keep it outside the database.',
    );
  }
  if (!baseUrl?.startsWith('https://') && env['LATCHKEY_ALLOW_HTTP'] !== 'true') {
    throw new ConfigError(
      'LATCHKEY_BASE_URL must be an https URL in production. ' +
        'Set LATCHKEY_ALLOW_HTTP=true only on a network where nothing can eavesdrop.',
    );
  }
}

function readMetricsPort(text: string | undefined, port: number): number | undefined {
  if (!text) return undefined;
  const metricsPort = integer('LATCHKEY_METRICS_PORT', text, 0, 65_535);
  if (metricsPort === 0 || metricsPort !== port) return metricsPort;
  throw new ConfigError(
    `LATCHKEY_METRICS_PORT and PORT are both ${port}. Choose another one for the metrics.`,
  );
}

function readBaseUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!isWebUrl(text) || /[?#]/.test(text)) {
    throw new ConfigError(
      'LATCHKEY_BASE_URL must be an http or https URL without a query, fragment or user.',
    );
  }
  return trimEnd(text, '/');
}

/** Reads one key, or several while keys are rotated: the newest first, separated by commas, spaces or lines. */
export function readSecretKeys(source: string, text: string | undefined): Buffer[] | undefined {
  if (!text) return undefined;
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((key) => Buffer.from(key, 'base64'));
  if (keys.length === 0 || keys.some(({ length }) => length !== 32)) {
    throw new ConfigError(
      `${source} must be 32 bytes in base64, or several such keys separated by commas, the newest first. ` +
        'Create one with `openssl rand -base64 32`.',
    );
  }
  if (new Set(keys.map((key) => key.toString('base64'))).size < keys.length) {
    throw new ConfigError(`${source} has a key twice. Remove one of the two.`);
  }
  return keys;
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!/^postgres(ql)?:\/\//.test(text)) {
    throw new ConfigError(
      'DATABASE_URL must start with postgres://. Leave it out for the embedded database.',
    );
  }
  return text;
}

function readProjectId(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!/^P[0-9A-Za-z]{27}$/.test(text)) {
    throw new ConfigError(
      'LATCHKEY_PROJECT_ID must be P and 27 letters or digits: SDKs reject other lengths.',
    );
  }
  if (text === administrationProjectId) {
    throw new ConfigError('LATCHKEY_PROJECT_ID is the ID of the administration project. Choose another one.');
  }
  return text;
}

function readManagementKey(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!/^[0-9A-Za-z_-]{32,256}$/.test(text)) {
    throw new ConfigError('LATCHKEY_MANAGEMENT_KEY must be 32 to 256 letters, digits, - or _.');
  }
  return text;
}

function readLog(text = ''): [Config['logFormat'], Config['logLevel']] {
  const [format, level] = text.split(':');
  return [
    oneOf('LATCHKEY_LOG', format || (process.stdout.isTTY ? 'pretty' : 'json'), ['pretty', 'json'] as const),
    oneOf('LATCHKEY_LOG', level || 'info', [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'fatal',
      'silent',
    ] as const),
  ];
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
