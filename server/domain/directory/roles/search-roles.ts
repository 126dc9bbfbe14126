import type { ProjectContext } from '../../../core/context.ts';
import { foldName, normalizeName } from '../../../core/names.ts';
import { maxRoles, type Role } from './role.ts';
import { type RoleOrder, searchRoleRows } from './store.ts';

/** Of an empty list, an empty text and zero: no such filter. All that are given have to fit. */
export interface RoleSearch {
  ids?: string[];
  names?: string[];
  tenantIds?: string[];
  /** With `tenantIds`: the roles of the project too. */
  includeProjectRoles?: boolean;
  /** Parts of the name, without regard to case. */
  nameParts?: string[];
  /** Roles that have at least one of these. */
  permissionNames?: string[];
  /** The first decides first; absent: the oldest first. */
  order?: RoleOrder[];
  limit?: number;
  /** From 0. */
  page?: number;
}

export function searchRoles(ctx: ProjectContext, search: RoleSearch = {}): Promise<Role[]> {
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
    // A page beyond everything is empty; a number beyond 64 bits would be an error of the database.
    offset: Math.min(limit * (search.page ?? 0), Number.MAX_SAFE_INTEGER),
  });
}
