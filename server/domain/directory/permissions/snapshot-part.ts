import { normalizeName } from '../../../core/names.ts';
import { type Static, t } from '../../../http/schema.ts';
import { byText, part, readFile } from '../../snapshot-part.ts';
import { giveWayTo } from './built-in.ts';
import { changePermissions } from './change-permissions.ts';
import { createPermissions } from './create-permissions.ts';
import { isBuiltIn, maxPermissions } from './permission.ts';
import { loadPermissions } from './resolve-permissions.ts';
import { permissionInput } from './wire.ts';

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
      if (!before) {
        await giveWayTo(ctx, name);
        await createPermissions(ctx, [permission]);
      } else if (before.description !== description)
        await changePermissions(ctx, [{ name, newName: name, description }]);
    }
  },
});
