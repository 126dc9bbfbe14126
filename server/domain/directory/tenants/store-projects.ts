import { ofReachableProjects } from '../../../storage/reachable.ts';
import type { Db } from '../../../storage/tables.ts';

/**
 * Lists the projects with a tenant of this ID, oldest first: one look-up by primary key for each project. Leaves out those whose node does not
 * respond.
 */
export async function listProjectsWithTenant(db: Db, tenantId: string): Promise<string[]> {
  // The address of a page names a tenant without its project.
  const rows = await ofReachableProjects(db)
    .selectFrom('projects')
    .innerJoin('tenants', (join) =>
      join.onRef('tenants.projectId', '=', 'projects.id').on('tenants.id', '=', tenantId),
    )
    .select('projects.id')
    .orderBy('projects.createdAt')
    .orderBy('projects.id')
    .execute();
  return rows.map(({ id }) => id);
}
