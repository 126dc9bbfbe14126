import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../server/storage/engine.ts';
import { createDatabase } from '../test/counterparts/postgres.ts';
import { freePort } from '../test/counterparts/program.ts';
import { type NodeProcess, startNode } from './node-process.ts';
import type { Engine } from './options.ts';
import { type Population, populate, type Sizes } from './population.ts';
import { send } from './recording.ts';
import { managed } from './requests.ts';
import {
  idpEntityId,
  impersonatorLoginId,
  oauthProvider,
  passkeyDomain,
  passkeyOrigin,
  returnUrl,
  serverEnvironment,
  tenantId,
} from './settings.ts';

/** The data of a server; with a URL, PostgreSQL. */
export interface Place {
  dataDir: string;
  url?: string;
}

/** One engine with the same data twice: for the server and for the baseline. */
export interface Stage {
  engine: Engine;
  server: Place;
  baseline: Place;
  population: Population;
}

export interface Setting {
  folder: string;
  sizes: Sizes;
  cores: string;
  idpCertificate: string;
}

export async function prepareStage(engine: Engine, setting: Setting): Promise<Stage> {
  const { folder, sizes, cores, idpCertificate } = setting;
  const server = await newPlace(engine, join(folder, `${engine}-server`));
  const first = await serve(server, cores);
  await setUp(first.baseUrl, idpCertificate);
  await first.stop();
  const database = await openDatabase(
    server.url ? { kind: 'postgres', url: server.url } : { kind: 'sqlite', file: databaseFile(server) },
  );
  const population = await populate(database, sizes);
  if (server.url) await sql`analyze`.execute(database.db);
  await database.close();
  const baseline = await copyOf(server, join(folder, `${engine}-baseline`));
  return { engine, server, baseline, population };
}

export const suppressDelivery = ['--import', new URL('./suppress-delivery.ts', import.meta.url).href];

/** Starts the server with the settings of production; `nodeArgs` are for Node.js. */
export async function serve(
  place: Place,
  cores: string,
  {
    nodeArgs = [],
    program = 'server/main.ts',
    env = {},
  }: { nodeArgs?: string[]; program?: string; env?: Record<string, string> } = {},
): Promise<NodeProcess> {
  const port = await freePort();
  const args = [...nodeArgs, program, 'serve'];
  return startNode({ args, cores, port, env: { ...serverEnvironment(place, port), ...env } });
}

/** The SQLite file. */
export function databaseFile({ dataDir }: Place): string {
  return join(dataDir, 'latchkey.db');
}

/** Creates an empty place, or a copy. */
export async function newPlace(engine: Engine, dataDir: string, template?: string): Promise<Place> {
  mkdirSync(dataDir, { recursive: true });
  return engine === 'sqlite' ? { dataDir } : { dataDir, url: (await createDatabase(template)).url };
}

/** No process has the database open, so the file is complete. */
async function copyOf(place: Place, dataDir: string): Promise<Place> {
  if (place.url) return newPlace('postgres', dataDir, new URL(place.url).pathname.slice(1));
  const copy = await newPlace('sqlite', dataDir);
  cpSync(databaseFile(place), databaseFile(copy));
  return copy;
}

/**
 * Creates through the public API a tenant with a role and a SAML connection, an impersonator, and a mail
 * server.
 */
async function setUp(baseUrl: string, idpCert: string): Promise<void> {
  const manage = (path: string, body: unknown) => send(baseUrl, managed('POST', `/v1/mgmt/${path}`, body));
  await manage('project/settings', {
    redirectUrls: [returnUrl],
    allowedOrigins: [passkeyOrigin],
    passkeyDomain,
  });
  await manage('oauth/provider', {
    provider: oauthProvider.id,
    clientId: 'bench',
    clientSecret: 'a secret of the provider',
    manageProviderTokens: true,
  });
  await manage('tenant/create', { id: tenantId, name: 'Bench' });
  const permissionNames = ['read documents', 'write documents'];
  for (const name of permissionNames) await manage('permission/create', { name });
  await manage('role/create', { name: 'engineer', permissionNames });
  await manage('role/create', { name: 'support', permissionNames: ['Impersonate'] });
  await manage('user/create', {
    loginId: impersonatorLoginId,
    userTenants: [{ tenantId, roleNames: ['engineer', 'support'] }],
  });
  await manage('connector/email/smtp', {
    ...{ host: '127.0.0.1', port: 9, security: 'none', fromAddress: 'sign-in@bench.example' },
  });
  await manage('sso/saml', {
    tenantId,
    redirectUrl: returnUrl,
    settings: {
      idpUrl: 'https://idp.bench.example/sso',
      entityId: idpEntityId,
      idpCert,
      allowIdpInitiated: true,
    },
  });
}
