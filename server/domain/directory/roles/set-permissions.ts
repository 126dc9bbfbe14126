import type { ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { normalizeName } from '../../../core/names.ts';
import { failureOf } from '../../../storage/failure.ts';
import { resolvePermissionIds } from '../permissions/resolve-permissions.ts';
import { replaceRolePermissions } from './store.ts';

/** Replaces the permissions of roles. Part of a transaction. E011004 lists unknown permissions. */
export async function setPermissions(
  ctx: ProjectData,
  roles: { roleId: string; names: string[] }[],
): Promise<void> {
  const ids = await resolvePermissionIds(
    ctx,
    roles.flatMap((role) => role.names),
  );
  try {
    for (const { roleId, names } of roles) {
      const permissionIds = new Set(names.map((name) => ids.get(normalizeName(name)) as string));
      await replaceRolePermissions(ctx.db, ctx.project.id, roleId, [...permissionIds]);
    }
  } catch (error) {
    if (failureOf(error) !== 'foreignKey') throw error;
    throw new ServiceError(
      'E011004',
      'One of the permissions has just been deleted. Reload the permissions and try again',
      { cause: error },
    );
  }
}
