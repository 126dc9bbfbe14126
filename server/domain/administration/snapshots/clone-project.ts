import type { Project, ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { readProject } from '../../project/projects/load-project.ts';
import { createProject } from '../instance/create-project.ts';
import { deleteProject } from '../instance/delete-project.ts';
import { exportSnapshot } from './export-snapshot.ts';
import { importSnapshot, maxWritten } from './import-snapshot.ts';
import { storedSecrets } from './stored-secrets.ts';

export interface CloneInput {
  name: string;
  tags?: string[];
  withTenants: boolean;
}

/**
 * Creates a project with the configuration of this one and the secrets that belong to it, without users and keys. If the configuration
 * cannot be copied, the new project is deleted again.
 */
export async function cloneProject(
  ctx: ProjectContext,
  { name, tags, withTenants }: CloneInput,
): Promise<Project> {
  const files = await exportSnapshot(ctx, withTenants ? [] : ['tenants']);
  const count = Object.keys(files).length;
  if (count > maxWritten) {
    throw new ServiceError(
      'E011004',
      `The configuration has ${count} parts, most of them tenants, and a clone can have ${maxWritten}. Clone the project without its tenants`,
    );
  }
  const secrets = await storedSecrets(ctx);
  const { signingAlgorithm } = ctx.project.settings;
  const project = await createProject(ctx, { name, tags, settings: { signingAlgorithm } }, (ctx, project) =>
    recordAudit(
      { ...ctx, project },
      { action: 'ProjectCreated', data: { name, clonedFrom: ctx.project.id } },
    ),
  );
  if (!project) throw new Error('128 random bits came twice');
  try {
    await importSnapshot({ ...ctx, project }, { files, secrets });
    await recordAudit(ctx, { action: 'ProjectCloned', data: { name, projectId: project.id } });
  } catch (error) {
    await deleteProject(ctx, ctx, project.id);
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.code, `The configuration cannot be copied: ${error.message}`, {
      cause: error,
    });
  }
  return readProject({ ...ctx, project });
}
