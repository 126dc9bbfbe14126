import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { asUser, freePort, startProgram, temporaryFolder, untilReady } from './program.ts';

export interface PostgresServer {
  /** The maintenance database, as superuser. */
  url: string;
  stop(): Promise<void>;
  /** Ends it without any warning, as a failure of its machine would. */
  crash(): Promise<void>;
  /** Starts it with its data after a crash, and returns as soon as it accepts connections. */
  restart(): Promise<void>;
  /** Halts it, so that connections to it hang until it resumes. */
  pause(): void;
  resume(): void;
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export interface PostgresOptions {
  /** The folder of its programs. Default: the newest of Debian's. */
  binaries?: string;
  /** Files to write into the data folder, in place of those of `initdb`, by name. */
  files?: Record<string, string>;
  settings?: Record<string, string>;
  /** Returns the parts that a URL needs besides user, host and port. */
  query?: (folder: string) => string;
}

/**
 * Starts a private cluster in a temporary folder, on a free loopback port, with the durability settings of
 * production.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const binaries = options.binaries ?? findBinaries();
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? 'postgres' : undefined;
  const folder = temporaryFolder('postgres');
  if (user) execFileSync('chown', [`${user}:`, folder]);
  // --no-sync concerns the empty cluster only, not what the server writes later.
  const initdb = [
    '-D',
    folder,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  execFileSync('setpriv', [...asUser(user), '--', join(binaries, 'initdb'), ...initdb], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for (const [name, text] of Object.entries(options.files ?? {})) {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (user) execFileSync('chown', [`${user}:`, file]);
  }
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    ...options.settings,
  };
  const start = () =>
    startProgram(
      join(binaries, 'postgres'),
      ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // SIGINT ends PostgreSQL without waiting for its clients, SIGTERM waits for them.
      { folder, user, stopSignal: 'SIGINT' },
    );
  let program = start();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres${options.query?.(folder) ?? ''}`;
  await untilReady('PostgreSQL', program, () => accepts(url));
  return {
    url,
    stop: () => program.stop(),
    crash: () => program.crash(),
    pause: () => program.pause(),
    resume: () => program.resume(),
    async restart() {
      program = start();
      await untilReady('PostgreSQL', program, () => accepts(url));
    },
  };
}

let ownServer: Promise<PostgresServer> | undefined;

/** Returns the server of the whole test run, or one for this process when a test file runs alone. */
async function serverUrl(): Promise<string> {
  const shared = process.env['TEST_POSTGRES_URL'];
  if (shared) return shared;
  ownServer ??= startPostgres();
  return (await ownServer).url;
}

/**
 * Creates an empty database; `template` names one to copy, for example a migrated one. On Citus, it is copied on each node:
 * the copies of a distributed database are distributed.
 */
export async function createDatabase(template = 'template0'): Promise<TestDatabase> {
  const server = await serverUrl();
  const servers = [server, ...workersOfRun()];
  const name = `test_${randomBytes(8).toString('hex')}`;
  const onAll = async (statement: string): Promise<void> => {
    await Promise.all(servers.map((url) => execute(url, statement)));
  };
  await onAll(`create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onAll(`drop database if exists ${name} with (force)`) };
}

/** Returns the workers of Citus in this run, or none when the tests run on a single PostgreSQL. */
export function workersOfRun(): string[] {
  const urls = process.env['TEST_CITUS_WORKERS'];
  return urls ? urls.split(' ') : [];
}

/** Sends a statement to a server or a database by a connection of its own. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Debian keeps one folder per major version and none of them in PATH. */
export function findBinaries(): string {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => join(base, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
  if (!found) throw new Error(`no PostgreSQL server in ${base}: apt-get install postgresql`);
  return found;
}
