import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { listed, normalizeName, readName } from '../../../core/names.ts';
import { failureOf } from '../../../storage/failure.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { addBuiltInPermissions } from './built-in.ts';
import { deletePermissions, updatePermission } from './store.ts';

export interface PermissionChange {
  /** Takes precedence over the name. */
  id?: string;
  name?: string;
  newName: string;
  /** Absent: clears the description. */
  description?: string;
}

/**
 * Changes permissions one after the other, all or none. Throws E111402 for a permission that does not exist or is
 * built in.
 */
export async function changePermissions(ctx: ProjectContext, changes: PermissionChange[]): Promise<void> {
  try {
    await transaction(ctx, async (ctx) => {
      for (const change of changes) await changePermission(ctx, change);
      await addBuiltInPermissions(ctx, ctx.project.id);
    });
  } catch (error) {
    if (failureOf(error) !== 'unique') throw error;
    throw new ServiceError('E111401', 'Another permission already has the new name. Choose another name', {
      cause: error,
    });
  }
}

async function changePermission(ctx: ProjectContext, change: PermissionChange): Promise<void> {
  const by = change.id ? { id: change.id } : { name: readName(change.name ?? '') };
  const fields = { name: readName(change.newName, 'newName'), description: change.description ?? '' };
  const changed = await updatePermission(ctx.db, ctx.project.id, by, fields);
  if (!changed) throw unknownOrBuiltIn(Object.values(by));
  await recordAudit(ctx, { action: 'PermissionModified', data: { id: changed.id, name: fields.name } });
}

/** Removes permissions from all roles and deletes them, all or none. */
export async function removePermissions(
  ctx: ProjectContext,
  { ids = [], names = [] }: { ids?: string[]; names?: string[] },
): Promise<void> {
  const by = { ids, names: names.map(normalizeName) };
  if (ids.length + names.length === 0)
    throw new ServiceError(
      'E011002',
      'names and ids are both empty. Give the names or IDs of the permissions',
    );
  await transaction(ctx, async (ctx) => {
    const deleted = await deletePermissions(ctx.db, ctx.project.id, by);
    const found = new Set(deleted.flatMap(({ id, name }) => [id, name]));
    const missing = [...by.ids, ...by.names].filter((one) => !found.has(one));
    if (missing.length > 0) throw unknownOrBuiltIn(missing);
    for (const { id, name } of deleted)
      await recordAudit(ctx, { action: 'PermissionDeleted', data: { id, name } });
    await addBuiltInPermissions(ctx, ctx.project.id);
  });
}

function unknownOrBuiltIn(permissions: string[]): ServiceError {
  return new ServiceError(
    'E111402',
    `These permissions do not exist or are built in: ${listed(permissions)}`,
  );
}
