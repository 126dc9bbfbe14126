import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBreachedPasswords } from './core/breached-passwords/breached-passwords.ts';
import { createCache } from './core/cache.ts';
import { type Clock, systemClock } from './core/clock.ts';
import { type Config, ConfigError } from './core/config.ts';
import type { ServiceContext } from './core/context.ts';
import { createCounters } from './core/counters.ts';
import { createSealer } from './core/crypto.ts';
import { createTextLookup } from './core/dns.ts';
import { createHashPool, hashPoolSize } from './core/hash-pool.ts';
import { generateRsaKeyPair, type KeyPairGenerator } from './core/key-pairs.ts';
import { openLanguages } from './core/languages/open-languages.ts';
import type { Log } from './core/log.ts';
import { createOutbound } from './core/outbound.ts';
import { type PasswordCost, standardPasswordCost } from './core/password-cost.ts';
import { openPlaces } from './core/places.ts';
import { ensureSecretKeys, findSecretKeys, secretKeyFile, secretKeySource } from './core/secret-key.ts';
import { SharedWork } from './core/shared-work.ts';
import type { TracingSettings } from './core/tracing/settings.ts';
import type { Tracing } from './core/tracing/tracing.ts';
import { createWakeup } from './core/wakeup.ts';
import { createWorkerPool } from './core/worker-pool.ts';
import { requireKeysInUse } from './domain/administration/secret-keys/require-keys.ts';
import { recordCountedRefusals } from './domain/directory/sign-in-refusals/record-refusal.ts';
import { componentFolders } from './domain/pages/components/folders.ts';
import { reactions, sealedColumns } from './groups.ts';
import type { Readiness } from './http/operations.ts';
import { databaseFile, openConfiguredDatabase } from './storage/configured.ts';
import { refuseLocalTables } from './storage/distribution.ts';
import type { Database } from './storage/engine.ts';
import { failureOf } from './storage/failure.ts';
import { migrate, migrationStatus, refuseUnknown } from './storage/migrate.ts';
import { migrations } from './storage/migrations.ts';

/** A running service without its routes: the part that the server and the command line share. */
export interface Instance extends ServiceContext {
  database: Database;
  checkReady(): Promise<Readiness>;
  /** Throws a ConfigError unless the secret key is the one that sealed the database. */
  checkSecretKeys(): Promise<void>;
  /** Ends the waiting of requests. */
  beginStop(): void;
  close(): Promise<void>;
}

export interface InstanceOptions {
  log: Log;
  now?: Clock;
  onFatal?(error: Error): void;
  generateRsaKeyPair?: KeyPairGenerator;
  passwordCost?: PasswordCost;
  /** The longest wait for hashing a password or checking a SAML response. Default: two seconds. */
  patienceMs?: number;
  /** The processors that this process may use. Default: all. */
  cores?: number;
  /** `false` refuses a missing database, secret key or migration instead of creating it. */
  mayCreate?: boolean;
  /** Opens a database on Citus whose tables are not distributed. */
  acceptsLocalTables?: boolean;
}

/** Opens the database, migrates it to the version of this build, and prepares the keys. */
export async function openInstance(config: Config, options: InstanceOptions): Promise<Instance> {
  const { log, now = systemClock, onFatal, mayCreate = true, patienceMs = 2_000 } = options;
  const { cores = availableParallelism(), acceptsLocalTables = false } = options;
  if (mayCreate) await makeDataDir(config);
  else refuseMissingDatabase(config);
  const sealer = createSealer(
    ...(mayCreate ? await ensureSecretKeys(config) : await requireSecretKeys(config)),
  );
  const tracing = config.tracing && (await startTracing(config.tracing, log));
  const outbound = createOutbound(config.allowedPrivateNetworks);
  if (tracing) outbound.fetch = (await loadTracedWork()).tracedFetch(outbound.fetch, tracing);
  const breachedPasswords = await openBreachedPasswords(config.breachedPasswords, { ...outbound, now });
  const placeOf = config.placesFile === undefined ? undefined : await openPlaces(config.placesFile);
  const languages = await openLanguages(config.languagesFolder, log);
  const database = await openConfiguredDatabase(config, { onFatal, tracing });
  const samlWorkers = createWorkerPool(
    new URL('./domain/federation/sso/saml/verify-worker.ts', import.meta.url),
    {
      size: Math.max(1, cores - 1),
      deadlineMs: patienceMs,
      maxQueueLength: 64,
    },
  );
  const stopping = new AbortController();
  const service: Instance = {
    database,
    db: database.db,
    now,
    mode: config.mode,
    cores,
    baseUrl: config.baseUrl ?? addressOf(config.host, config.port),
    cache: createCache(now),
    sealer,
    log,
    stopping: stopping.signal,
    counters: createCounters(),
    ...outbound,
    lookUpTexts: createTextLookup(config.dnsServer),
    holdsMessages: config.holdsMessages,
    outbox: createWakeup(),
    sharedWork: new SharedWork(),
    samlWorkers,
    hashing: createHashPool({
      size: hashPoolSize(cores, config.threadPoolSize),
      maxWaiting: 64,
      // The rest is for the hash, the commit and the signatures.
      maxWaitMs: 0.75 * patienceMs,
    }),
    passwordCost: options.passwordCost ?? standardPasswordCost,
    breachedPasswords,
    placeOf,
    languages,
    componentFolders: componentFolders(config),
    generateRsaKeyPair: options.generateRsaKeyPair ?? generateRsaKeyPair,
    reactions,
    tracing,
    async checkReady() {
      await database.ping();
      const { pending, blocking } = await migrationStatus(database.db, migrations);
      if (pending.length + blocking.length > 0)
        throw new Error('the database is not at the version of this build');
      return database.isOnCitus ? describeNodes(service) : {};
    },
    checkSecretKeys: () => requireKeysInUse(service, sealedColumns, secretKeySource(config)),
    beginStop: () => stopping.abort(),
    async close() {
      await recordCountedRefusals(service, true);
      await samlWorkers.close();
      await breachedPasswords?.close();
      await database.close();
      await tracing?.close();
    },
  };
  if (tracing) Object.assign(service, (await loadTracedWork()).tracedWork(service, tracing));
  try {
    if (mayCreate) await migrate(database.db, migrations);
    else await refusePending(database);
    if (!acceptsLocalTables) await refuseLocalTables(database);
    await service.checkSecretKeys();
  } catch (error) {
    await service.close();
    throw error;
  }
  return service;
}

/** The check of a load balancer does not wait for a node that is cut off. */
const nodesMilliseconds = 1_000;

/** A worker that is down concerns its own projects only. The instance stays ready, so that the others reach it. */
async function describeNodes({ database, log }: Instance): Promise<Readiness> {
  const state = database.nodes?.state() ?? Promise.resolve([]);
  const nodes = await Promise.race([state, sleep(nodesMilliseconds, undefined, { ref: false })]).catch(
    (error) => {
      if (failureOf(error) === undefined) throw error;
      return undefined;
    },
  );
  if (!nodes) {
    log.warn('nodes of the database do not respond in time');
    return { nodes: 'do not respond in time' };
  }
  const silent = nodes.filter(({ isReachable }) => !isReachable).map(({ name }) => name);
  if (silent.length === 0) return {};
  log.warn({ nodes: silent }, 'nodes of the database do not respond');
  return { nodes: `${silent.length} of ${nodes.length} do not respond` };
}

/** Loads OpenTelemetry, which a server without traces does not need. */
async function startTracing(settings: TracingSettings, log: Log): Promise<Tracing> {
  return (await import('./core/tracing/start-tracing.ts')).startTracing(settings, log);
}

function loadTracedWork(): Promise<typeof import('./core/tracing/traced-work.ts')> {
  return import('./core/tracing/traced-work.ts');
}

/** Returns the address for clients on this machine; behind a proxy, LATCHKEY_BASE_URL is the address for others. */
export function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Stays empty when the database is elsewhere and the key in the environment. */
export async function makeDataDir(config: Config): Promise<void> {
  if (!config.databaseUrl || !config.secretKeys)
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
}

function refuseMissingDatabase(config: Config): void {
  if (config.databaseUrl || existsSync(databaseFile(config))) return;
  throw new ConfigError(
    `There is no database in ${config.dataDir} yet: ` +
      'set LATCHKEY_DATA_DIR or DATABASE_URL to its place, or start the server once, which creates it.',
  );
}

async function requireSecretKeys(config: Config): Promise<Buffer[]> {
  const keys = await findSecretKeys(config);
  if (keys) return keys;
  throw new ConfigError(
    `LATCHKEY_SECRET_KEY is missing, and there is no ${secretKeyFile(config.dataDir)}: ` +
      "set it to the server's key.",
  );
}

async function refusePending({ db }: Database): Promise<void> {
  const status = await migrationStatus(db, migrations);
  refuseUnknown(status);
  if (status.pending.length === 0) return;
  throw new ConfigError(
    `The database is not at the version of this build (missing: ${status.pending.join(', ')}): ` +
      'run `latchkey migrate`, or start the server, which migrates it.',
  );
}
