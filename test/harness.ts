import { rm } from 'node:fs/promises';
import descope from '@descope/node-sdk';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/core/config.ts';
import type { ProjectContext } from '../server/core/context.ts';
import type { KeyPairGenerator } from '../server/core/key-pairs.ts';
import { createLog } from '../server/core/log.ts';
import { type PasswordCost, standardPasswordCost } from '../server/core/password-cost.ts';
import type { Project } from '../server/core/project.ts';
import { startSender } from '../server/delivery/sender.ts';
import { createProject } from '../server/domain/administration/instance/create-project.ts';
import { createManagementKey } from '../server/domain/project/management-keys/management-keys.ts';
import { loadProject } from '../server/domain/project/projects/load-project.ts';
import { type Instance, openInstance } from '../server/instance.ts';
import { operationsOf } from '../server/operations.ts';
import { createClock, type TestClock } from './clock.ts';
import { folderInMemory, temporaryFolder } from './counterparts/program.ts';
import { createMigratedDatabase, placeMigratedFile } from './migrated-database.ts';
import { preparedKeys } from './prepared-keys.ts';
import { foldAlways, requireIndexed } from './search-index.ts';
import { recordedLog } from './server-log.ts';

/** A complete Latchkey on a loopback port, on the engine that TEST_DATABASE names. */
export interface Latchkey {
  baseUrl: string;
  service: Instance;
  project: Project;
  projectId: string;
  managementKey: string;
  /** The context of an operation without a particular caller. */
  context: ProjectContext;
  /** Moves this instance's clock. Its tokens are then not valid for a public SDK. */
  advance(milliseconds: number): void;
  /**
   * Stops this instance's clock, at `at` if given, so that no time limit passes while a test runs. Afterwards
   * `advance` moves it, and every request moves it by a millisecond.
   */
  stopClock(at?: number): void;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Sends a request with the management key. */
  manage(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Resolves after an attempt for every due row of the outbox. */
  sendMessages(): Promise<void>;
  /** Creates the unmodified public SDK with the management key; `vouching`: also as the auth management key. */
  sdk(options?: { vouching?: boolean }): ReturnType<typeof descope>;
  /** Adds a project to the same instance. */
  addProject(): Promise<{ projectId: string; managementKey: string }>;
  /** Starts another instance on the same database, whose clock starts at this one's time, with these settings changed. */
  startAnother(environment?: Record<string, string>): Promise<Latchkey>;
  close(): Promise<void>;
}

export interface RequestOptions {
  /** The credentials after `Bearer `; absent: the project ID. `null`: no header. */
  bearer?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  rawBody?: string | Uint8Array;
}

// biome-ignore lint/suspicious/noExplicitAny: responses are compared, not computed with.
export type Answer = { status: number; headers: Headers; body: any };

interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
  generateRsaKeyPair: KeyPairGenerator;
  passwordCost: PasswordCost;
  clock?: TestClock;
  projectId?: string;
  managementKey?: string;
}

/**
 * Folds the changes of users before each request, and compares the search index with all users at the end: for a run that looks for
 * operations that do not log users. Tests that write rows of users themselves log them, too.
 */
const verifiesIndex = process.env['TEST_SEARCH_INDEX'] === '1';

/** Hashing is most of what a sign-in by password costs, and few tests are about it. */
const lowPasswordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

interface StartOptions {
  /** Passwords cost as much to hash as in production. */
  hashesAtFullCost?: boolean;
}

export async function startLatchkey(
  environment: Record<string, string> = {},
  { hashesAtFullCost = false }: StartOptions = {},
): Promise<Latchkey> {
  // No test of this harness is about what survives a crash, and a disk would let each commit wait.
  const dataDir = temporaryFolder('test', folderInMemory());
  const isPostgres = process.env['TEST_DATABASE'] === 'postgres';
  const database = isPostgres ? await createMigratedDatabase() : undefined;
  if (!database) await placeMigratedFile(dataDir);
  const latchkey = await start(
    {
      dataDir,
      databaseUrl: database?.url,
      generateRsaKeyPair: preparedKeys(),
      passwordCost: hashesAtFullCost ? standardPasswordCost : lowPasswordCost,
    },
    environment,
  );
  return {
    ...latchkey,
    async close() {
      const indexed = verifiesIndex ? requireIndexed(latchkey.service) : Promise.resolve();
      const [outcome] = await Promise.allSettled([indexed]);
      await latchkey.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}

/** Starts on a database that exists, of this release or an earlier one, with the clock at `at`. */
export function startOnExisting(
  place: Required<Pick<Place, 'dataDir' | 'projectId' | 'managementKey'>> & {
    databaseUrl?: string | undefined;
  },
  environment: Record<string, string>,
  at: number,
): Promise<Latchkey> {
  const keys = { generateRsaKeyPair: preparedKeys(), passwordCost: lowPasswordCost };
  return start({ databaseUrl: undefined, ...place, ...keys, clock: createClock(at) }, environment);
}

async function start(place: Place, environment: Record<string, string>): Promise<Latchkey> {
  const config = readConfig('development', {
    LATCHKEY_DATA_DIR: place.dataDir,
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    ...environment,
  });
  const clock = place.clock ?? createClock();
  const service = await openInstance(config, {
    log: createLog({ ...config, logFormat: 'json' }, recordedLog),
    now: clock.now,
    generateRsaKeyPair: place.generateRsaKeyPair,
    passwordCost: place.passwordCost,
    // On a slow and busy machine the default would refuse what a test sends at once.
    patienceMs: 120_000,
  });
  const { project, managementKey } = place.projectId
    ? await findProject(service, place)
    : await addProject(service);
  const app = await createApp({
    service,
    operations: operationsOf(service),
    trustedProxies: config.trustedProxies,
    accessLog: config.accessLog,
    hasApiPage: config.hasApiPage,
    strict: true,
    ...(config.mode === 'development' && {
      development: { dataDir: config.dataDir, projectId: project.id, clock },
    }),
  });
  app.server.on('request', clock.tick);
  const folds = verifiesIndex ? foldAlways(service) : { begin() {}, async end() {} };
  app.server.on('request', folds.begin);
  const sender = startSender(service);
  service.baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  const { baseUrl } = service;

  const request = async (method: string, path: string, options: RequestOptions = {}): Promise<Answer> => {
    const { bearer = project.id, body, rawBody } = options;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: (rawBody as BodyInit | undefined) ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    baseUrl,
    service,
    project,
    projectId: project.id,
    managementKey,
    context: {
      ...service,
      project,
      actor: { type: 'system', id: 'test' },
      request: { id: 'test', remoteAddress: '127.0.0.1', userAgent: '' },
    },
    advance: clock.advance,
    stopClock: clock.stop,
    request,
    manage: (method, path, body) => request(method, path, { bearer: `${project.id}:${managementKey}`, body }),
    sendMessages: () => sender.idle(),
    sdk: ({ vouching = false } = {}) =>
      descope({
        projectId: project.id,
        managementKey,
        baseUrl,
        logger: { log() {}, error() {} } as never,
        ...(vouching && { authManagementKey: managementKey }),
      }),
    addProject: async () => {
      const added = await addProject(service);
      return { projectId: added.project.id, managementKey: added.managementKey };
    },
    startAnother: (changes = {}) =>
      start(
        { ...place, clock: clock.fork(), projectId: project.id, managementKey },
        { ...environment, ...changes },
      ),
    async close() {
      await app.close();
      await sender.stop();
      await folds.end();
      await service.close();
    },
  };
}

async function addProject(service: Instance) {
  const project = (await createProject(service, { name: 'Test project' })) as Project;
  const key = await createManagementKey(service, project, { name: 'test' });
  return { project, managementKey: (key as { secret: string }).secret };
}

async function findProject(service: Instance, { projectId = '', managementKey = '' }: Place) {
  return { project: (await loadProject(service, projectId)) as Project, managementKey };
}
