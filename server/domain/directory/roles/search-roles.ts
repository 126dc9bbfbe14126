import type { ProjectData } from '../../../core/context.ts';
import { foldName, normalizeName } from '../../../core/names.ts';
import { maxRoles, type Role } from './role.ts';
import { type RoleOrder, searchRoleRows } from './store.ts';

/** Search criteria for roles, all of which must match. Empty lists and texts and zero are ignored. */
export interface RoleSearch {
  ids?: string[];
  names?: string[];
  tenantIds?: string[];
  /** With `tenantIds`: include roles of the project. */
  includeProjectRoles?: boolean;
  /** Parts of the name, in any case. */
  nameParts?: string[];
  /** Roles with at least one of these permissions. */
  permissionNames?: string[];
  /** Sorts by the first criterion, then by the next; default: oldest first. */
  order?: RoleOrder[];
  limit?: number;
  /** Starts at 0. */
  page?: number;
}

export function searchRoles(ctx: ProjectData, search: RoleSearch = {}): Promise<Role[]> {
  const { tenantIds = [], order = [] } = search;
  const limit = Math.min(search.limit || maxRoles, maxRoles);
  return searchRoleRows(ctx.db, ctx.project.id, {
    ids: search.ids ?? [],
    names: (search.names ?? []).map(normalizeName),
    tenantIds: search.includeProjectRoles && tenantIds.length > 0 ? [...tenantIds, ''] : tenantIds,
    nameParts: (search.nameParts ?? []).map(foldName).filter(Boolean),
    permissionNames: (search.permissionNames ?? []).map(normalizeName),
    order: order.length > 0 ? order : [{ column: 'createdAt', descending: false }],
    limit,
    // A page beyond the last is empty; a number beyond 64 bits would cause a database error.
    offset: Math.min(limit * (search.page ?? 0), Number.MAX_SAFE_INTEGER),
  });
}
