import type { ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { listed, normalizeName } from '../../../core/names.ts';
import { findRolesByName } from './store.ts';

/** The largest number of names in one request. */
const maxNames = 100;

/**
 * Returns the IDs of roles by name, in the order of the names, each once. Within a tenant, a name refers to the
 * tenant's own role, or else to the project's; an empty `tenantId` refers to the project. E011004 lists unknown
 * names.
 */
export async function resolveRoleIds(ctx: ProjectData, tenantId: string, names: string[]): Promise<string[]> {
  const wanted = [...new Set(names.map(normalizeName))];
  if (wanted.length === 0) return [];
  if (wanted.length > maxNames)
    throw new ServiceError('E011004', `Too many roles. Give at most ${maxNames} at a time`);
  const found = await findRolesByName(ctx.db, ctx.project.id, tenantId, wanted);
  const ids = new Map<string, string>();
  for (const role of found) {
    if (role.tenantId === tenantId || !ids.has(role.name)) ids.set(role.name, role.id);
  }
  const unknown = wanted.filter((name) => !ids.has(name));
  if (unknown.length > 0) throw new ServiceError('E011004', `No role has the name ${listed(unknown)}`);
  return wanted.map((name) => ids.get(name) as string);
}
