import { sql } from 'kysely';
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
