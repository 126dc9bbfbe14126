import type { AdministratorRole } from '../../../core/administration.ts';
import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { createTenant } from '../../directory/tenants/create-tenant.ts';
import { findTenants } from '../../directory/tenants/load-tenant.ts';
import { changeUser } from '../../directory/users/change-user.ts';
import { replaceRoles, replaceTenants } from '../../directory/users/grants/grants.ts';
import { loadProjects, lockProject } from '../../project/projects/load-project.ts';
import { requireOwner } from './authenticate-administrator.ts';
import { changeAdministrators } from './keep-owner.ts';

export interface RequestedRoles {
  userId: string;
  /** The role in all projects. Empty: none. */
  role: AdministratorRole | '';
  projects: { projectId: string; role: AdministratorRole }[];
}

/**
 * Replaces the roles of an administrator. A role in a project is a membership in a tenant of the administration project that has the
 * ID of that project: it comes with the user, so that a request costs no statement more.
 */
export async function setRoles(ctx: UserContext, { userId, role, projects }: RequestedRoles): Promise<void> {
  const owner = await requireOwner(ctx);
  const actor = { type: 'administrator' as const, id: owner.loginId };
  const projectIds = projects.map(({ projectId }) => projectId);
  if (new Set(projectIds).size < projectIds.length) {
    throw new ServiceError('E011004', 'projects names a project twice. Give one role for each');
  }
  await changeAdministrators({ ...ctx, actor }, owner.userId, async (ctx) => {
    await prepareTenants(ctx, projectIds);
    await changeUser(ctx, userId, async (ctx, user) => {
      await replaceRoles(ctx, user.id, '', role ? [role] : []);
      const grants = projects.map(({ projectId, role }) => ({ tenantId: projectId, roleNames: [role] }));
      await replaceTenants(ctx, user, grants);
    });
  });
}

/** Creates the tenants that stand for projects. Locks the projects first, because their deletion deletes these tenants. */
async function prepareTenants(ctx: ProjectContext, projectIds: string[]): Promise<void> {
  for (const id of projectIds.toSorted()) await lockProject(ctx, id);
  const known = new Set((await loadProjects(ctx)).map(({ id }) => id));
  const unknown = projectIds.find((id) => !known.has(id));
  if (unknown !== undefined) throw new ServiceError('E011004', `No project has the ID ${unknown}`);
  const present = new Set((await findTenants(ctx, projectIds)).map(({ id }) => id));
  for (const id of projectIds) if (!present.has(id)) await createTenant(ctx, { id, name: id });
}
