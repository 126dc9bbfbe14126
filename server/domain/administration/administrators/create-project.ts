import type { UserContext } from '../../../core/context.ts';
import type { Project } from '../../../core/project.ts';
import { setMinimumLength } from '../../credentials/passwords/settings/settings.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { createProject as create } from '../instance/create-project.ts';
import { requireOwner } from './authenticate-administrator.ts';

/** Creates a project for an owner. It has no management key yet: the console creates one when needed. */
export async function createProject(
  ctx: UserContext,
  { name, passwordMinLength }: { name: string; passwordMinLength?: number },
): Promise<Project> {
  const { loginId } = await requireOwner(ctx);
  const actor = { type: 'administrator' as const, id: loginId };
  const created = await create(ctx, { name }, async (ctx, project) => {
    await recordAudit({ ...ctx, project, actor }, { action: 'ProjectCreated', data: { name } });
    await setMinimumLength({ ...ctx, project, actor }, passwordMinLength);
  });
  if (!created) throw new Error('128 random bits came twice');
  return created;
}
