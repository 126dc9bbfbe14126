import type { ServiceContext } from '../../../core/context.ts';
import type { Project } from '../../../core/project.ts';
import { addDefaultSsoApp } from '../../directory/applications/sso/create-app.ts';
import { addBuiltInPermissions } from '../../directory/permissions/built-in.ts';
import { createManagementKey } from '../../project/management-keys/management-keys.ts';
import { createBareProject, type NewBareProject } from '../../project/projects/create-bare-project.ts';

export interface NewProject extends NewBareProject {
  /** A management key to create with the project. */
  managementKey?: { name: string; secret: string };
}

/**
 * Creates a project with a signing key, the built-in permissions and role, and a first SSO application. Returns `undefined` if the ID
 * exists, or if the project would not be the first. `alongside` is part of the transaction.
 */
export function createProject<C extends ServiceContext>(
  ctx: C,
  input: NewProject,
  alongside?: (ctx: C, project: Project) => Promise<void>,
): Promise<Project | undefined> {
  return createBareProject(ctx, input, async (ctx, project) => {
    if (input.managementKey) await createManagementKey(ctx, project, input.managementKey);
    await addBuiltInPermissions(ctx, project.id);
    await addDefaultSsoApp(ctx, project.id);
    await alongside?.(ctx, project);
  });
}
