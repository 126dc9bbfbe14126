import { CompiledQuery, type QueryResult } from 'kysely';
import { hashOfText } from './text-hash.ts';

export interface DatabaseNode {
  /** Host and port. */
  name: string;
  isReachable: boolean;
  /** Connections to it were neither accepted nor refused in time, so that statements for its projects wait, too. */
  isCutOff: boolean;
  /** The lowest and the highest hash of the projects in each of its shards. */
  shards: readonly (readonly [first: number, last: number])[];
}

type Run = (query: CompiledQuery) => Promise<QueryResult<unknown>>;

/** The workers of Citus as this instance sees them. On a single PostgreSQL, there are none. */
export class Nodes {
  /** Only then can a part of the database be out of reach. */
  isOnCitus = false;
  readonly #read: () => Promise<DatabaseNode[]>;
  #known: readonly DatabaseNode[] = [];
  #silent: readonly DatabaseNode[] = [];
  #cutOff: readonly DatabaseNode[] = [];
  #asking: Promise<DatabaseNode[]> | undefined;

  constructor(read: () => Promise<DatabaseNode[]>) {
    this.#read = read;
  }

  /** The nodes that did not respond when they were last asked. */
  get silent(): readonly DatabaseNode[] {
    return this.#silent;
  }

  /** Those of them for which statements wait. Where a node refuses connections, they fail by themselves. */
  get cutOff(): readonly DatabaseNode[] {
    return this.#cutOff;
  }

  /** Asks all nodes whether they respond. Throws if the coordinator does not; then nothing is known of the others. */
  ask(): Promise<DatabaseNode[]> {
    this.#asking ??= this.#read()
      .catch((error) => {
        this.#learn([]);
        throw error;
      })
      .then((nodes) => {
        this.#learn(nodes);
        return nodes;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  #learn(nodes: readonly DatabaseNode[]): void {
    this.#known = nodes;
    this.#silent = nodes.filter(({ isReachable }) => !isReachable);
    this.#cutOff = nodes.filter(({ isCutOff }) => isCutOff);
  }

  /** Returns the nodes as they are known while one is cut off, because asking takes long and happens again and again anyway. Asks them otherwise. */
  async state(): Promise<readonly DatabaseNode[]> {
    return this.#cutOff.length > 0 ? this.#known : this.ask();
  }

  /** Reports whether one of the values of a statement is the ID of a project on a node that is cut off. */
  hides(values: readonly unknown[]): boolean {
    if (this.#cutOff.length === 0) return false;
    return values.some((value) => {
      const id = typeof value === 'string' ? projectOf(value) : undefined;
      return id !== undefined && this.#isLost(id);
    });
  }

  #isLost(id: string): boolean {
    const hash = hashOfText(id);
    return this.#cutOff.some(({ shards }) => shards.some(([first, last]) => first <= hash && hash <= last));
  }
}

const projectId = /^P[0-9A-Za-z]{27}$/;
const projectOfRow = /"projectId":"(P[0-9A-Za-z]{27})"/;

/** Returns the project that a value of a statement names: the value itself, or that of the first one of several rows in JSON. */
function projectOf(value: string): string | undefined {
  if (value.startsWith('[{')) return projectOfRow.exec(value)?.[1];
  return projectId.test(value) ? value : undefined;
}

/** Sends a statement without tables to each node. Nodes that are cut off make it wait for the time limit of connections. */
export async function readNodes(run: Run): Promise<DatabaseNode[]> {
  const { rows } = await run(CompiledQuery.raw(nodesWithShards));
  return (rows as (Omit<DatabaseNode, 'shards'> & { shards: string })[]).map(({ shards, ...node }) => ({
    ...node,
    shards: JSON.parse(shards) as [number, number][],
  }));
}

const nodesWithShards = `
  with shards as (
    select nodename, nodeport, json_agg(json_build_array(shardminvalue::int, shardmaxvalue::int))::text as ranges
    from pg_dist_shard join pg_dist_shard_placement using (shardid)
    where logicalrelid = to_regclass('projects')
    group by nodename, nodeport)
  select node.nodename || ':' || node.nodeport as name, success as "isReachable", coalesce(ranges, '[]') as shards,
    not success and clock_timestamp() - statement_timestamp() >= current_setting('citus.node_connection_timeout')::interval as "isCutOff"
  from run_command_on_workers('select 1') as node left join shards using (nodename, nodeport)
  order by 1`;

/**
 * Returns the IDs of the projects on each node that has some, except for those nodes that are known not to respond, and `undefined` for another
 * one that does not. Sends one command to each node, because a query on `projects` would fail for all.
 */
export async function readProjectsOfNodes(
  run: Run,
  silent: readonly DatabaseNode[],
): Promise<(string[] | undefined)[]> {
  const { rows } = await run(CompiledQuery.raw(projectsOfNodes, [silent.map(({ name }) => name)]));
  return (rows as { success: boolean; ids: string }[]).map(({ success, ids }) =>
    success ? (JSON.parse(ids) as string[]) : undefined,
  );
}

const projectsOfNodes = `
  with commands as (
    select nodename, nodeport, 'select coalesce(json_agg(id), ''[]'') from (' ||
      string_agg('select id from ' || shard_name(logicalrelid, shardid), ' union all ') || ') as projects' as command
    from pg_dist_shard join pg_dist_shard_placement using (shardid)
    where logicalrelid = to_regclass('projects') and nodename || ':' || nodeport <> all($1)
    group by nodename, nodeport)
  select success, result as ids
  from (select array_agg(nodename) as names, array_agg(nodeport::int) as ports, array_agg(command) as commands from commands) as nodes,
    lateral master_run_on_worker(names, ports, commands, true)
  where names is not null`;
