import { CompiledQuery, type QueryResult, sql } from 'kysely';
import { acrossProjects } from './scope.ts';
import type { Db } from './tables.ts';

export interface DatabaseNode {
  /** Host and port. */
  name: string;
  isReachable: boolean;
}

/** Asks the workers of Citus whether they respond. The caller has reached the coordinator. */
export async function listNodes(db: Db): Promise<DatabaseNode[]> {
  const { rows } = await sql<DatabaseNode>`
    select nodename || ':' || nodeport as name, success as "isReachable" from run_command_on_workers('select 1')
    order by 1`.execute(acrossProjects(db));
  return rows;
}

/**
 * Returns the IDs of the projects of each node that has some, and `undefined` for a node that does not respond. The caller has reached the
 * coordinator. Sends one command to each node, because a query on `projects` would fail for all.
 */
export async function readProjectsOfNodes(
  run: (query: CompiledQuery) => Promise<QueryResult<unknown>>,
): Promise<(string[] | undefined)[]> {
  const { rows } = await run(CompiledQuery.raw(projectsOfNodes));
  return (rows as { success: boolean; ids: string }[]).map(({ success, ids }) =>
    success ? (JSON.parse(ids) as string[]) : undefined,
  );
}

const projectsOfNodes = `
  with commands as (
    select nodename, nodeport, 'select coalesce(json_agg(id), ''[]'') from (' ||
      string_agg('select id from ' || shard_name(logicalrelid, shardid), ' union all ') || ') as projects' as command
    from pg_dist_shard join pg_dist_shard_placement using (shardid)
    where logicalrelid = to_regclass('projects')
    group by nodename, nodeport)
  select success, result as ids
  from (select array_agg(nodename) as names, array_agg(nodeport::int) as ports, array_agg(command) as commands from commands) as nodes,
    lateral master_run_on_worker(names, ports, commands, true)`;
