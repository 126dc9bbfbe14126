import type { ProjectContext } from '../../../core/context.ts';
import { listDefaultRoleIds } from './store.ts';

/**
 * Returns the roles that a new member of a tenant gets if no roles are given; for an empty `tenantId`, those of the
 * project.
 */
export function defaultRoleIds(ctx: ProjectContext, tenantId: string): Promise<string[]> {
  return listDefaultRoleIds(ctx.db, ctx.project.id, tenantId);
}
