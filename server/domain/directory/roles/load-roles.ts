import type { ProjectContext } from '../../../core/context.ts';
import type { Role } from './role.ts';
import { findRoles } from './store.ts';

/** Loads roles with their permissions in the order of the IDs. Leaves out deleted roles. */
export function loadRoles(ctx: ProjectContext, ids: string[]): Promise<Role[]> {
  return findRoles(ctx.db, ctx.project.id, ids);
}
