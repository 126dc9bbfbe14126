import type { ProjectContext } from '../../../core/context.ts';
import type { Project } from '../../../core/project.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { shareManagementKey } from '../../project/management-keys/management-keys.ts';
import { updateProject } from '../../project/projects/update-project.ts';
import type { Part } from '../../snapshot-part.ts';
import { createProject } from '../instance/create-project.ts';
import { deleteProject } from '../instance/delete-project.ts';
import { exportSnapshot } from './export-snapshot.ts';
import { importSnapshot } from './import-snapshot.ts';
import { storedSecrets } from './stored-secrets.ts';

/**
 * Creates a project with the configuration of this one and the secrets that belong to it, without users and keys. The
 * key that asks for it manages both projects then. If the configuration cannot be copied, the new project is deleted again.
 */
export async function cloneProject(
  ctx: ProjectContext,
  parts: readonly Part[],
  { name, tags = [] }: { name: string; tags?: string[] },
): Promise<{ project: Project; notes: string[] }> {
  const [files, secrets] = [await exportSnapshot(ctx, parts), await storedSecrets(ctx, parts)];
  const { signingAlgorithm } = ctx.project.settings;
  const project = await createProject(ctx, { name, settings: { signingAlgorithm } }, (ctx, project) =>
    recordAudit(
      { ...ctx, project },
      { action: 'ProjectCreated', data: { name, clonedFrom: ctx.project.id } },
    ),
  );
  if (!project) throw new Error('128 random bits came twice');
  try {
    if (tags.length > 0) await updateProject({ ...ctx, project }, { tags });
    const { notes } = await importSnapshot({ ...ctx, project }, { files, parts, secrets });
    // The configuration leaves this project with its secrets.
    await recordAudit(ctx, { action: 'ProjectCloned', data: { to: project.id, name } });
    if (ctx.actor.type === 'managementKey') await shareManagementKey(ctx, ctx.actor.id, project);
    return { project, notes };
  } catch (error) {
    await deleteProject(ctx, ctx, project.id);
    throw error;
  }
}
