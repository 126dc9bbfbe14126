import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { failureOf } from '../server/storage/failure.ts';
import { createDatabase, type TestDatabase } from './counterparts/postgres.ts';
import { temporaryFolder } from './counterparts/program.ts';
import { type Latchkey, startLatchkey } from './harness.ts';
import { createMigratedDatabase, placeMigratedFile } from './migrated-database.ts';
import { requireIndexed } from './search-index.ts';

/** The data of processes: a folder, and a database on the engine that TEST_DATABASE names. */
export interface Place {
  dataDir: string;
  env: Record<string, string>;
  execute(statement: string): Promise<void>;
  remove(): Promise<void>;
}

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

export interface ServerProcess {
  pid: number;
  /** The line that the server prints when it is ready. */
  start: {
    baseUrl: string;
    projectId: string;
    managementKey?: string;
    consoleUrl: string;
    metricsUrl?: string;
  };
  stdout(): string;
  /** Returns all output and the exit, for failed tests. */
  output(): string;
  /** Acts like the end of the program that reads its output. */
  stopReading(): void;
  kill(signal: NodeJS.Signals): void;
  /** The exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>;
}

/** The command that operators run. */
export const latchkey = fileURLToPath(new URL('../bin/latchkey.mjs', import.meta.url));

const onPostgres = process.env['TEST_DATABASE'] === 'postgres';

/** Creates a place with all tables and no rows: a first start creates the rest. */
export async function newPlace(): Promise<Place> {
  const dataDir = temporaryFolder('process');
  if (onPostgres) return placeIn(dataDir, await createMigratedDatabase());
  await placeMigratedFile(dataDir);
  return placeIn(dataDir, undefined);
}

/** Creates a place without a database, as before the first start. */
export async function newEmptyPlace(): Promise<Place> {
  return placeIn(temporaryFolder('process'), onPostgres ? await createDatabase() : undefined);
}

/** Creates a place on SQLite with all tables and no rows, on whichever engine the tests run. */
export async function newSqlitePlace(): Promise<Place> {
  const place = placeIn(temporaryFolder('process'), undefined);
  // Takes the place of what the harness adds on PostgreSQL.
  place.env['DATABASE_URL'] = '';
  const { code, stderr } = await runLatchkey(place, ['migrate']);
  if (code !== 0) throw new Error(stderr);
  return place;
}

function placeIn(dataDir: string, database: TestDatabase | undefined): Place {
  return {
    dataDir,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      LATCHKEY_MODE: 'development',
      LATCHKEY_LOG: 'json',
      LATCHKEY_DATA_DIR: dataDir,
      ...(database && { DATABASE_URL: database.url }),
    },
    execute: (statement) =>
      database
        ? executeOnPostgres(database.url, statement)
        : executeOnSqlite(join(dataDir, 'latchkey.db'), statement),
    async remove() {
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates the database of a server that was started and stopped, with its secret key and a project. */
export function prepare(place: Place): Promise<void> {
  return whileServed(place, async () => {});
}

/** Serves a place in this process while `work` runs, with an added project. Afterwards, a search must see all users as they are. */
export async function whileServed<R>(place: Place, work: (latchkey: Latchkey) => Promise<R>): Promise<R> {
  const latchkey = await startLatchkey({ ...place.env, LATCHKEY_LOG: 'json:silent' });
  try {
    const result = await work(latchkey);
    await requireIndexed(latchkey.service);
    return result;
  } finally {
    await latchkey.close();
  }
}

/**
 * Runs one command to its end, in a separate process: for tests of a process's behaviour. Otherwise use
 * `runCommandHere`.
 */
export async function runLatchkey(place: Pick<Place, 'env'>, args: string[], env = {}): Promise<Outcome> {
  const { child, stdout, stderr } = spawnNode([latchkey, ...args], { ...place.env, ...env });
  const [code, signal] = await once(child, 'close');
  if (code === null) throw new Error(`latchkey ${args.join(' ')} was ended by ${signal}`);
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Starts one command in a separate process, which a test can kill. */
export function startCommand({ env }: Pick<Place, 'env'>, args: string[]) {
  const { child } = spawnNode([latchkey, ...args], env);
  return { kill: () => child.kill('SIGKILL'), exited: once(child, 'close') };
}

/** Starts a server and waits until it is ready. `program` is the file to run, with its arguments. */
export async function startServer(
  place: Pick<Place, 'env'>,
  env = {},
  program: string[] = [latchkey, 'serve'],
): Promise<ServerProcess> {
  const { child, stdout, stderr } = spawnNode(program, { ...place.env, ...env });
  const exited = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const deadline = performance.now() + 120_000;
  for (;;) {
    const start = readStart(stdout());
    if (start) {
      const output = () => `${stdout()}${stderr()}exit code ${child.exitCode}, signal ${child.signalCode}`;
      const stopReading = () => child.stdout?.destroy();
      return {
        pid: child.pid!,
        start,
        stdout,
        output,
        stopReading,
        kill: (signal) => child.kill(signal),
        exited,
      };
    }
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the server did not start:\n${stdout()}${stderr()}`);
    }
    await sleep(10);
  }
}

/** Reads the JSON line or the block for people. */
function readStart(text: string): ServerProcess['start'] | undefined {
  const line = text.split('\n').find((line) => line.includes('"msg":"serving"'));
  if (line) return JSON.parse(line);
  if (!/Database .*\n/.test(text)) return undefined;
  const [, baseUrl = ''] = /Base URL +(.*)/.exec(text) ?? [];
  const [, projectId = ''] = /Project ID +(.*)/.exec(text) ?? [];
  const [, consoleUrl = ''] = /Console +(.*)/.exec(text) ?? [];
  return { baseUrl, projectId, consoleUrl };
}

export async function createUser(
  { start }: Pick<ServerProcess, 'start'>,
  managementKey: string,
  loginId: string,
): Promise<number> {
  const response = await fetch(`${start.baseUrl}/v1/mgmt/user/create`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${start.projectId}:${managementKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ loginId }),
  });
  await response.text();
  return response.status;
}

export async function loadUser(
  { start }: Pick<ServerProcess, 'start'>,
  managementKey: string,
  loginId: string,
): Promise<number> {
  const response = await fetch(`${start.baseUrl}/v1/mgmt/user?loginid=${loginId}`, {
    headers: { authorization: `Bearer ${start.projectId}:${managementKey}` },
  });
  await response.text();
  return response.status;
}

function spawnNode(args: string[], env: Record<string, string>) {
  // The kernel ends it when the test's thread ends.
  const command = ['--pdeathsig', 'KILL', '--', process.execPath, ...args];
  const child: ChildProcess = spawn('setpriv', command, {
    env: { ...clockVariables(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, stdout: collect(child.stdout!), stderr: collect(child.stderr!) };
}

/** The clock and the time zone of the test run, which `npm run test:at` sets: all processes must agree. */
function clockVariables(): NodeJS.ProcessEnv {
  const isOfTheClock = (name: string): boolean => /^(LD_PRELOAD|TZ|.*FAKE.*)$/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isOfTheClock(name)));
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return () => text;
}

/** Waits while another connection writes, without SQLite's own wait, which would stop a server of this thread. */
async function executeOnSqlite(file: string, statement: string): Promise<void> {
  const database = new DatabaseSync(file);
  try {
    while (!tryExecute(database, statement)) await sleep(5);
  } finally {
    database.close();
  }
}

function tryExecute(database: DatabaseSync, statement: string): boolean {
  try {
    database.exec(statement);
    return true;
  } catch (error) {
    if (failureOf(error) === 'busy') return false;
    throw error;
  }
}

async function executeOnPostgres(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
