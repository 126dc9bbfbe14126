import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { normalizeName } from '../../../core/names.ts';
import { findPermissionIds, listPermissions } from './store.ts';

/** The ID of each name, by the name as `normalizeName` gives it. E011004 names those that do not exist. */
export async function resolvePermissionIds(
  ctx: ProjectContext,
  names: string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(names.map(normalizeName))];
  if (wanted.length === 0) return new Map();
  const found = await findPermissionIds(ctx.db, ctx.project.id, wanted);
  const ids = new Map(found.map(({ name, id }) => [name, id]));
  const unknown = wanted.filter((name) => !ids.has(name));
  if (unknown.length > 0)
    throw new ServiceError('E011004', `There is no permission with the name ${unknown.join(', ')}`);
  return ids;
}

export function loadPermissions(ctx: ProjectContext) {
  return listPermissions(ctx.db, ctx.project.id);
}
