import type { Project, UserContext } from '../../core/context.ts';
import { recordAudit } from '../audit/record.ts';
import { createProject as create } from '../projects/create-project.ts';
import { requireOwner } from './authenticate-administrator.ts';

/** By an owner. It has no management key yet: the console makes one when it is needed. */
export async function createProject(ctx: UserContext, name: string): Promise<Project> {
  const { loginId } = await requireOwner(ctx);
  const actor = { type: 'administrator' as const, id: loginId };
  const created = await create(ctx, { name }, (ctx, project) =>
    recordAudit({ ...ctx, project, actor }, { action: 'ProjectCreated', data: { name } }),
  );
  if (!created) throw new Error('128 random bits came twice');
  return created;
}
