import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { normalizeName } from '../../../core/names.ts';
import { type Static, t } from '../../../http/schema.ts';
import { byText } from '../../snapshot-part.ts';
import { giveWayTo } from './built-in.ts';
import { changeRoles } from './change-roles.ts';
import { createRoles } from './create-roles.ts';
import { isBuiltIn, maxRoles, type Role } from './role.ts';
import { searchRoles } from './search-roles.ts';
import { roleFromWire, roleInput } from './wire.ts';

/** A role in a snapshot, in the file of the project's roles or of a tenant. */
export const fileRole = t.without(roleInput, 'tenantId');
export type FileRole = Static<typeof fileRole>;

/** Returns the roles by tenant ID, except for the built-in one. The project's are under an empty ID. */
export async function rolesByTenant(ctx: ProjectData): Promise<Map<string, FileRole[]>> {
  const byTenant = new Map<string, FileRole[]>();
  for (const role of await loadAllRoles(ctx)) {
    if (isBuiltIn(role)) continue;
    const roles = byTenant.get(role.tenantId) ?? [];
    roles.push(toFile(role));
    byTenant.set(role.tenantId, roles);
  }
  for (const roles of byTenant.values()) roles.sort(byText(({ name }) => name));
  return byTenant;
}

/** Loads all roles, page by page, because those of all tenants may exceed one answer. */
export async function loadAllRoles(ctx: ProjectData): Promise<Role[]> {
  const all: Role[] = [];
  for (let page = 0; ; page++) {
    const roles = await searchRoles(ctx, { page });
    all.push(...roles);
    if (roles.length < maxRoles) return all;
  }
}

function toFile({ name, description, permissionNames, isDefault, isPrivate }: Role): FileRole {
  return {
    name,
    description,
    permissionNames: permissionNames.toSorted(),
    default: isDefault,
    private: isPrivate,
  };
}

/** Writes roles by name. Roles that are not among them stay. */
export async function writeRoles(
  ctx: ProjectContext,
  tenantId: string,
  roles: FileRole[],
  current: FileRole[],
): Promise<void> {
  const known = new Map(current.map((role) => [role.name, role]));
  for (const role of roles) {
    const before = known.get(normalizeName(role.name));
    const { name, ...details } = roleFromWire(role);
    if (!before) {
      if (!tenantId) await giveWayTo(ctx, name);
      await createRoles(ctx, [{ ...details, name, tenantId }]);
    } else if (!isDeepStrictEqual(before, role))
      await changeRoles(ctx, [{ ...details, name, newName: name, tenantId }]);
  }
}
