import type { ProjectContext } from '../../../core/context.ts';
import type { Role } from './role.ts';
import { findRoles } from './store.ts';

/** In the order of the IDs, with their permissions. Roles that were deleted are left out. */
export function loadRoles(ctx: ProjectContext, ids: string[]): Promise<Role[]> {
  return findRoles(ctx.db, ctx.project.id, ids);
}
