import type { ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { listed, normalizeName } from '../../../core/names.ts';
import { findPermissionIds, listPermissions } from './store.ts';

/** Returns the ID of each name, keyed by the name as `normalizeName` returns it. E011004 lists unknown names. */
export async function resolvePermissionIds(ctx: ProjectData, names: string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(names.map(normalizeName))];
  if (wanted.length === 0) return new Map();
  const found = await findPermissionIds(ctx.db, ctx.project.id, wanted);
  const ids = new Map(found.map(({ name, id }) => [name, id]));
  const unknown = wanted.filter((name) => !ids.has(name));
  if (unknown.length > 0) throw new ServiceError('E011004', `No permission has the name ${listed(unknown)}`);
  return ids;
}

export function loadPermissions(ctx: ProjectData) {
  return listPermissions(ctx.db, ctx.project.id);
}
