import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { runCommandHere } from '../command-line.ts';
import { execute, type PostgresServer } from '../counterparts/postgres.ts';
import { temporaryFolder } from '../counterparts/program.ts';
import type { Observed, Target } from '../failover/load.ts';
import { type ServerProcess, startServer } from '../latchkey-process.ts';
import { type CitusNodes, joinNodes, startCitus } from './nodes.ts';

export interface TestCluster {
  nodes: CitusNodes;
  /** The distributed database, on the coordinator. */
  url: string;
  env: Record<string, string>;
  server: ServerProcess;
  projects: TestProject[];
  stop(): Promise<void>;
}

export interface TestProject extends Target {
  /** The worker that has its rows. */
  worker: PostgresServer;
  shard: number;
  observed: (Observed & { at: number })[];
}

const database = 'latchkey';

/** Starts three nodes with a distributed database, and an instance with projects on both workers. */
export async function startTestCluster(projectCount: number, shardCount: number): Promise<TestCluster> {
  const nodes = await startCitus();
  try {
    for (const { url } of nodes.servers) await execute(url, `create database ${database}`);
    const [coordinator = '', ...workers] = nodes.servers.map(({ url }) => databaseAt(url));
    await joinNodes(coordinator, workers);
    const managementKey = randomBytes(32).toString('base64url');
    const env: Record<string, string> = {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      LATCHKEY_MODE: 'production',
      LATCHKEY_LOG: 'json:info',
      LATCHKEY_ALLOW_HTTP: 'true',
      LATCHKEY_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
      LATCHKEY_SECRET_KEY: randomBytes(32).toString('base64'),
      LATCHKEY_PROJECT_ID: `P${'1'.padEnd(27, '0')}`,
      LATCHKEY_MANAGEMENT_KEY: managementKey,
      LATCHKEY_DATA_DIR: temporaryFolder('citus'),
      DATABASE_URL: coordinator,
    };
    await command(env, 'migrate');
    await command(env, 'database', 'distribute', '--shards', String(shardCount));
    const server = await startServer({ env });
    const cluster: TestCluster = {
      nodes,
      url: coordinator,
      env,
      server,
      projects: [],
      async stop() {
        server.kill('SIGKILL');
        await nodes.stop();
      },
    };
    await addProject(cluster, server.start.projectId, managementKey);
    while (cluster.projects.length < projectCount) await addProject(cluster, await createProject(cluster));
    return cluster;
  } catch (error) {
    await nodes.stop();
    throw error;
  }
}

export async function command(env: Record<string, string>, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommandHere({ env }, args);
  if (code !== 0) throw new Error(`latchkey ${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

/** Sends statements to the coordinator and returns the rows of the last one. */
export async function query<R>(url: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as R[];
  } finally {
    await client.end();
  }
}

/** Creates a project on the worker that has fewer. Its ID decides where it is. */
async function createProject({ env, url, nodes, projects }: TestCluster): Promise<string> {
  const [first, second] = nodes.servers.slice(1).map((server) => ({
    port: Number(new URL(server.url).port),
    count: projects.filter(({ worker }) => worker === server).length,
  }));
  const wanted = first!.count <= second!.count ? first! : second!;
  for (;;) {
    const id = `P${randomBytes(14).toString('hex').slice(0, 27)}`;
    if ((await placeOf(url, id)).port !== wanted.port) continue;
    await command(env, 'project', 'create', '--name', 'Test', '--id', id);
    return id;
  }
}

async function addProject(cluster: TestCluster, projectId: string, key?: string): Promise<void> {
  const { env, url, nodes, server } = cluster;
  const managementKey =
    key ??
    JSON.parse(await command(env, 'key', 'create', '--project', projectId, '--name', 'Test', '--json'))
      .managementKey;
  const observed: TestProject['observed'] = [];
  const place = await placeOf(url, projectId);
  cluster.projects.push({
    baseUrl: server.start.baseUrl,
    projectId,
    managementKey,
    shard: place.shard,
    worker: nodes.servers.find(({ url }) => new URL(url).port === String(place.port))!,
    observed,
    observe: (answer) => observed.push({ ...answer, at: performance.now() }),
  });
}

/** Returns where the rows of a project are. */
export async function placeOf(url: string, projectId: string): Promise<{ shard: number; port: number }> {
  const [place] = await query<{ shard: number; port: number }>(
    url,
    `select shardid::int as shard, nodeport as port from pg_dist_shard_placement
      where shardid = get_shard_id_for_distribution_column('projects', $1::text)`,
    [projectId],
  );
  return place!;
}

export function databaseAt(server: string): string {
  return new URL(`/${database}`, server).href;
}
