import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { normalizeName } from '../../../core/names.ts';
import { findRolesByName } from './store.ts';

/** Of one request. */
const maxNames = 100;

/**
 * The IDs of roles by name, in the order of the names and each once. Within a tenant a name means the tenant's own
 * role, or else the project's; an empty `tenantId` means the project. E011004 names the unknown ones.
 */
export async function resolveRoleIds(
  ctx: ProjectContext,
  tenantId: string,
  names: string[],
): Promise<string[]> {
  const wanted = [...new Set(names.map(normalizeName))];
  if (wanted.length === 0) return [];
  if (wanted.length > maxNames) throw new ServiceError('E011004', `At most ${maxNames} roles at a time`);
  const found = await findRolesByName(ctx.db, ctx.project.id, tenantId, wanted);
  const ids = new Map<string, string>();
  for (const role of found) {
    if (role.tenantId === tenantId || !ids.has(role.name)) ids.set(role.name, role.id);
  }
  const unknown = wanted.filter((name) => !ids.has(name));
  if (unknown.length > 0)
    throw new ServiceError('E011004', `There is no role with the name ${unknown.join(', ')}`);
  return wanted.map((name) => ids.get(name) as string);
}
