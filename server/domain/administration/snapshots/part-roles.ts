import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { normalizeName } from '../../../core/names.ts';
import { type Static, t } from '../../../http/schema.ts';
import { changePermissions } from '../../directory/permissions/change-permissions.ts';
import { createPermissions } from '../../directory/permissions/create-permissions.ts';
import { isBuiltIn, maxPermissions } from '../../directory/permissions/permission.ts';
import { loadPermissions } from '../../directory/permissions/resolve-permissions.ts';
import { permissionInput } from '../../directory/permissions/wire.ts';
import { changeRoles } from '../../directory/roles/change-roles.ts';
import { createRoles } from '../../directory/roles/create-roles.ts';
import { maxRoles, type Role } from '../../directory/roles/role.ts';
import { searchRoles } from '../../directory/roles/search-roles.ts';
import { roleFromWire, roleInput } from '../../directory/roles/wire.ts';
import { part } from './part.ts';
import { byText, readFile } from './snapshot.ts';

const permissionsFile = t.object({ permissions: t.list(permissionInput, { maxItems: maxPermissions }) });

export const permissionsPart = part<Static<typeof permissionsFile>>({
  name: 'permissions',
  paths: /^permissions\.json$/,
  async export(ctx) {
    const all = (await loadPermissions(ctx)).filter((permission) => !isBuiltIn(permission));
    const permissions = all.map(({ name, description }) => ({ name, description }));
    return { 'permissions.json': { permissions: permissions.sort(byText(({ name }) => name)) } };
  },
  read: (value) => readFile(permissionsFile, value),
  pathOf: () => 'permissions.json',
  async write({ ctx }, { permissions }, current) {
    const known = new Map(current?.permissions.map((permission) => [permission.name, permission]));
    for (const permission of permissions) {
      const { name, description = '' } = permission;
      const before = known.get(normalizeName(name));
      if (!before) await createPermissions(ctx, [permission]);
      else if (before.description !== description)
        await changePermissions(ctx, [{ name, newName: name, description }]);
    }
  },
});

export const fileRole = t.without(roleInput, 'tenantId');
export type FileRole = Static<typeof fileRole>;
const rolesFile = t.object({ roles: t.list(fileRole, { maxItems: maxRoles }) });

export const rolesPart = part<Static<typeof rolesFile>>({
  name: 'roles',
  paths: /^roles\.json$/,
  export: async (ctx) => ({ 'roles.json': { roles: (await rolesByTenant(ctx)).get('') ?? [] } }),
  read: (value) => readFile(rolesFile, value),
  pathOf: () => 'roles.json',
  write: ({ ctx }, { roles }, current) => writeRoles(ctx, '', roles, current?.roles ?? []),
});

/** Returns the roles by tenant ID. The project's are under an empty ID. */
export async function rolesByTenant(ctx: ProjectContext): Promise<Map<string, FileRole[]>> {
  const byTenant = new Map<string, FileRole[]>();
  for (const role of await loadAllRoles(ctx)) {
    const roles = byTenant.get(role.tenantId) ?? [];
    roles.push(toFile(role));
    byTenant.set(role.tenantId, roles);
  }
  for (const roles of byTenant.values()) roles.sort(byText(({ name }) => name));
  return byTenant;
}

/** Loads all roles, page by page, because those of all tenants may exceed one answer. */
export async function loadAllRoles(ctx: ProjectContext): Promise<Role[]> {
  const all: Role[] = [];
  for (let page = 0; ; page++) {
    const roles = await searchRoles(ctx, { page });
    all.push(...roles);
    if (roles.length < maxRoles) return all;
  }
}

function toFile({ name, description, permissionNames, isDefault, isPrivate }: Role): FileRole {
  return {
    ...{ name, description, permissionNames: permissionNames.toSorted() },
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
    if (!before) await createRoles(ctx, [{ ...details, name, tenantId }]);
    else if (!isDeepStrictEqual(before, role))
      await changeRoles(ctx, [{ ...details, name, newName: name, tenantId }]);
  }
}
