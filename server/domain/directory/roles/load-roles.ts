import type { ProjectData } from '../../../core/context.ts';
import type { Role } from './role.ts';
import { findRoles } from './store.ts';

/** Loads roles with their permissions in the order of the IDs. Leaves out deleted roles. */
export function loadRoles(ctx: ProjectData, ids: string[]): Promise<Role[]> {
  return findRoles(ctx.db, ctx.project.id, ids);
}
