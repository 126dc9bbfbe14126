import type { ProjectContext } from '../../../core/context.ts';
import { listDefaultRoleIds } from './store.ts';

/** The roles for somebody who is new in a tenant (empty: in the project) and for whom nobody has named any. */
export function defaultRoleIds(ctx: ProjectContext, tenantId: string): Promise<string[]> {
  return listDefaultRoleIds(ctx.db, ctx.project.id, tenantId);
}
