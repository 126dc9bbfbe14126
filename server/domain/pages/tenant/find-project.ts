import type { ServiceContext } from '../../../core/context.ts';
import { findProjectsWithTenant } from '../../directory/tenants/load-tenant.ts';
import { loadProjects, projectCacheSeconds } from '../../project/projects/load-project.ts';
import { projectsOfBrowser } from '../browser-sessions/browser-session.ts';

/**
 * Finds the project of a tenant, which the address does not name: the one in which the browser has signed in, or else the only one that has
 * the tenant. Returns several if the browser has signed in to several with such a tenant, and none if a stranger's tenant could
 * be one of several. With one project, it is always that one, so that a stranger does not learn which tenants exist.
 */
export async function findProjectsOf(
  service: ServiceContext,
  { tenantId, cookies }: { tenantId: string; cookies: string | undefined },
): Promise<string[]> {
  const having = await findProjectsWithTenant(service, tenantId);
  const signedIn = new Set(projectsOfBrowser(cookies));
  const own = having.filter((id) => signedIn.has(id));
  if (own.length > 0) return own;
  if (having.length > 0) return having.length === 1 ? having : [];
  const only = await onlyProject(service);
  return only ? [only] : [];
}

function onlyProject(service: ServiceContext): Promise<string> {
  return service.cache.get('only-project', projectCacheSeconds, async () => {
    const projects = await loadProjects(service);
    return projects.length === 1 ? (projects[0]?.id ?? '') : '';
  });
}
