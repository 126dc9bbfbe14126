import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findBinaries } from '../counterparts/postgres.ts';
import { asUser, freePort, temporaryFolder } from '../counterparts/program.ts';

/** Three PostgreSQL nodes under Patroni with synchronous replication, behind one address. */
export interface Cluster {
  /** An empty database, at the address that always leads to the primary. */
  url: string;
  /** The folder with the logs of all programs. */
  folder: string;
  /** Resolves when a synchronous standby can replace the primary, and the third node the standby. */
  untilSafe(): Promise<void>;
  /** Kills Patroni and PostgreSQL of the primary, as a loss of power would, and returns its name. */
  killPrimary(): Promise<string>;
  /** Starts a killed node again. */
  restart(name: string): void;
  stop(): Promise<void>;
}

interface Node {
  name: string;
  dataDir: string;
  postgresPort: number;
  restPort: number;
  patroni: ChildProcess | undefined;
}

/**
 * Patroni's default `ttl` of 30 seconds alone is longer than an outage may last. It must be at least
 * `loop_wait` and twice `retry_timeout`.
 */
const timing = { ttl: 20, loop_wait: 5, retry_timeout: 7 };

const startSeconds = 120;
const safeSeconds = 180;

export async function startCluster(): Promise<Cluster> {
  const folder = temporaryFolder('failover');
  const user = process.getuid?.() === 0 ? 'postgres' : undefined;
  const children: ChildProcess[] = [];
  /** The kernel ends it when this process ends; on SIGTERM, Patroni stops its PostgreSQL. */
  const start = (name: string, command: string[], as?: string): ChildProcess => {
    const child = spawn('setpriv', [...asUser(as), '--pdeathsig', 'TERM', '--', ...command], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
    children.push(child);
    return child;
  };

  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const [etcd, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
  start('etcd', [
    ...[
      'etcd',
      '--data-dir',
      join(folder, 'etcd'),
      '--listen-client-urls',
      etcd,
      '--advertise-client-urls',
      etcd,
    ],
    ...[
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `default=${peer}`,
    ],
  ]);
  const nodes: Node[] = [];
  for (const name of ['one', 'two', 'three']) {
    const node = { name, dataDir: join(folder, name, 'data'), patroni: undefined };
    nodes.push({ ...node, postgresPort: await freePort(), restPort: await freePort() });
  }
  for (const node of nodes) {
    mkdirSync(join(folder, node.name));
    writeFileSync(join(folder, node.name, 'patroni.yml'), JSON.stringify(patroniConfig(node, etcdPort)));
  }
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyConfig(port, nodes));
  if (user) execFileSync('chown', ['-R', `${user}:`, folder]);
  const startNode = (node: Node) => {
    node.patroni = start(node.name, ['patroni', join(folder, node.name, 'patroni.yml')], user);
  };
  const stop = async () => {
    for (const { patroni } of nodes) patroni?.kill('SIGTERM');
    await Promise.all(nodes.map(({ patroni }) => patroni && untilEnded(patroni)));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(children.map(untilEnded));
  };
  const server = `postgres://postgres@127.0.0.1:${port}`;
  const untilSafe = (seconds: number) =>
    until('a primary with two standbys, one of them synchronous', seconds, async () => {
      const roles = await Promise.all(nodes.map(roleOf));
      if (!roles.includes('primary') || !roles.includes('synchronous standby')) return false;
      const streaming = "select from pg_stat_replication where state = 'streaming'";
      return (await execute(`${server}/postgres`, streaming)) === nodes.length - 1;
    });

  try {
    nodes.forEach(startNode);
    start('haproxy', ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')]);
    await untilSafe(startSeconds);
    const created = await execute(`${server}/postgres`, 'create database latchkey');
    if (created === undefined) throw new Error('no database was created');
    return {
      url: `${server}/latchkey`,
      folder,
      stop,
      untilSafe: () => untilSafe(safeSeconds),
      async killPrimary() {
        const roles = await Promise.all(nodes.map(roleOf));
        const node = nodes[roles.indexOf('primary')];
        if (!node) throw new Error('there is no primary to kill');
        kill(node);
        return node.name;
      },
      restart: (name) => startNode(nodes.find((node) => node.name === name)!),
    };
  } catch (error) {
    await stop();
    throw new Error(`${String(error)}. The logs are in ${folder}`);
  }
}

export function removeLogs({ folder }: Cluster): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Patroni's configuration is YAML, of which JSON is a part. */
function patroniConfig({ name, dataDir, postgresPort, restPort }: Node, etcdPort: number) {
  const restApi = `127.0.0.1:${restPort}`;
  const postgres = `127.0.0.1:${postgresPort}`;
  return {
    scope: 'latchkey',
    name,
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    restapi: { listen: restApi, connect_address: restApi },
    bootstrap: {
      dcs: {
        ...timing,
        // Strict: without a standby, the primary waits. Otherwise it would acknowledge what only one node has.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, use_slots: true },
      },
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { auth: 'trust' }],
    },
    postgresql: {
      listen: postgres,
      connect_address: postgres,
      data_dir: dataDir,
      bin_dir: findBinaries(),
      pgpass: join(dataDir, '..', 'pgpass'),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: '', max_connections: 100 },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
  };
}

/** Asks Patroni which node is the primary, and closes the connections to one that is no longer. */
function haproxyConfig(port: number, nodes: Node[]): string {
  const servers = nodes.map(
    ({ name, postgresPort, restPort }) => `  server ${name} 127.0.0.1:${postgresPort} check port ${restPort}`,
  );
  return `
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

async function roleOf({ restPort }: Node): Promise<'primary' | 'synchronous standby' | undefined> {
  const is = async (path: string) => {
    try {
      const signal = AbortSignal.timeout(2_000);
      return (await fetch(`http://127.0.0.1:${restPort}/${path}`, { method: 'OPTIONS', signal })).ok;
    } catch {
      return false;
    }
  };
  if (await is('primary')) return 'primary';
  return (await is('synchronous')) ? 'synchronous standby' : undefined;
}

/** Patroni first: it would start PostgreSQL again. */
function kill(node: Node): void {
  const postmaster = Number(readFileSync(join(node.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const backends = childrenOf(postmaster);
  node.patroni?.kill('SIGKILL');
  for (const pid of [postmaster, ...backends]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // A backend has ended by itself.
    }
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

/** Returns the number of rows; `undefined` without an answer. */
async function execute(url: string, statement: string): Promise<number | undefined> {
  const client = new Client({ connectionString: url });
  // The connection can end at any time.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows.length;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

async function until(what: string, seconds: number, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`no ${what} after ${seconds} s`);
    await sleep(200);
  }
}

async function untilEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
    await once(child, 'exit');
}
