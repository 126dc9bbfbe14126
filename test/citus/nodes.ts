import { execute, type PostgresServer, startPostgres } from '../counterparts/postgres.ts';
import { findCitus } from './installed.ts';

export interface CitusNodes {
  coordinator: string;
  workers: string[];
  servers: PostgresServer[];
  stop(): Promise<void>;
}

const settings = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_prepared_transactions: '200',
  max_connections: '500',
  // Each database has a maintenance process of Citus on each node.
  max_worker_processes: '256',
  // As docs/deploy/citus.md says, but without TLS.
  'citus.node_conninfo':
    'sslmode=prefer tcp_user_timeout=5000 keepalives_idle=5 keepalives_interval=2 keepalives_count=3',
  'citus.node_connection_timeout': '3s',
  tcp_user_timeout: '5s',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  'citus.enable_statistics_collection': 'off',
};

/** Starts a coordinator and two workers. No database has the extension yet: see `joinNodes`. */
export async function startCitus(): Promise<CitusNodes> {
  const binaries = findCitus();
  const nodes = await Promise.all([0, 1, 2].map(() => startPostgres({ binaries, settings })));
  const [coordinator, ...workers] = nodes as [PostgresServer, ...PostgresServer[]];
  return {
    coordinator: coordinator.url,
    workers: workers.map(({ url }) => url),
    servers: nodes,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

/** Makes one distributed database of those with the same name on all nodes. */
export async function joinNodes(coordinator: string, workers: readonly string[]): Promise<void> {
  for (const url of [coordinator, ...workers]) await execute(url, 'create extension citus');
  await execute(coordinator, `select citus_set_coordinator_host(${addressOf(coordinator)})`);
  for (const url of workers) await execute(coordinator, `select citus_add_node(${addressOf(url)})`);
}

function addressOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `'${hostname}', ${port}`;
}

/**
 * Closes a database on each node, so that it can be copied: the maintenance process of Citus would keep a connection
 * to it, and comes back until the database takes none.
 */
export async function closeDatabase(servers: readonly string[], name: string): Promise<void> {
  for (const url of servers) {
    await execute(url, `alter database ${name} with allow_connections false`);
    await execute(
      url,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
    );
  }
}
