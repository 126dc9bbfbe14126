import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { listed, normalizeName, readName } from '../../../core/names.ts';
import { failureOf } from '../../../storage/failure.ts';
import { transaction } from '../../../storage/transaction.ts';
import { changesBetween } from '../../project/audit/changes.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { addIfFreed } from './built-in.ts';
import { detailFields, nameFields, type RoleDetails } from './create-roles.ts';
import { rolesDeleting } from './events.ts';
import type { Role, RoleReference } from './role.ts';
import { setPermissions } from './set-permissions.ts';
import { deleteRoles, deleteTenantRoles, findRoles, holdRole, holdRoles, updateRole } from './store.ts';

/** A complete description of the role: an absent field is cleared. */
export interface RoleChange extends RoleReference, RoleDetails {
  newName: string;
}

/** Changes roles one after the other, all or none. */
export async function changeRoles(ctx: ProjectContext, changes: RoleChange[]): Promise<Role[]> {
  try {
    return await transaction(ctx, async (ctx) => {
      const ids: string[] = [];
      const before: Role[] = [];
      for (const change of changes) {
        const role = await changeRole(ctx, change);
        ids.push(role.id);
        before.push(role);
      }
      await setPermissions(
        ctx,
        ids.map((roleId, index) => ({ roleId, names: changes[index]?.permissionNames ?? [] })),
      );
      const after = await findRoles(ctx.db, ctx.project.id, ids);
      for (const role of before) await recordChange(ctx, role, after);
      await addIfFreed(ctx, before);
      return after;
    });
  } catch (error) {
    if (failureOf(error) !== 'unique') throw error;
    throw new ServiceError('E111401', 'Another role already has the new name. Choose another name', {
      cause: error,
    });
  }
}

/** Changes a role except for its permissions, and returns it as it was before. */
async function changeRole(ctx: ProjectData, change: RoleChange): Promise<Role> {
  const { id, name = '', tenantId } = change;
  const by = id ? { id, tenantId } : { name: readName(name), tenantId: tenantId ?? '' };
  const fields = { ...nameFields(change.newName, 'newName'), ...detailFields(change) };
  const held = await holdRole(ctx.db, ctx.project.id, by);
  const [before] = held ? await findRoles(ctx.db, ctx.project.id, [held]) : [];
  if (!before) throw unknownRoles([id ?? name], tenantId);
  await updateRole(ctx.db, ctx.project.id, before.id, fields);
  return before;
}

async function recordChange(ctx: ProjectContext, before: Role, all: Role[]): Promise<void> {
  const after = all.find(({ id }) => id === before.id) ?? before;
  const data = { id: after.id, name: after.name, changes: changesBetween(before, after) };
  await recordAudit(ctx, { action: 'RoleModified', tenantId: after.tenantId, data });
}

/**
 * Deletes roles and removes them from all users, all or none. Names refer to roles of the tenant, or of the
 * project.
 */
export async function removeRoles(
  ctx: ProjectContext,
  { ids = [], names = [], tenantId }: { ids?: string[]; names?: string[]; tenantId?: string },
): Promise<void> {
  if (ids.length + names.length === 0)
    throw new ServiceError(
      'E011002',
      'roleNames and roleIds are both empty. Give the names or IDs of the roles',
    );
  const by = { ids, names: names.map(normalizeName), tenantId };
  await transaction(ctx, async (ctx) => {
    const deleted = await holdRoles(ctx.db, ctx.project.id, by);
    const found = new Set(deleted.flatMap(({ id, name }) => [id, name]));
    const missing = [...by.ids, ...by.names].filter((one) => !found.has(one));
    if (missing.length > 0) throw unknownRoles(missing, tenantId);
    const roleIds = deleted.map(({ id }) => id);
    await happen(ctx, rolesDeleting, { roleIds });
    await deleteRoles(ctx.db, ctx.project.id, roleIds);
    for (const { id, name, tenantId } of deleted) {
      await recordAudit(ctx, { action: 'RoleDeleted', tenantId, data: { id, name } });
    }
    await addIfFreed(ctx, deleted);
  });
}

/** Deletes the roles of a tenant. Part of the transaction that deletes the tenant, which the audit log records. */
export function deleteRolesOfTenant(ctx: ProjectData, { tenantId }: { tenantId: string }): Promise<void> {
  return deleteTenantRoles(ctx.db, ctx.project.id, tenantId);
}

function unknownRoles(roles: string[], tenantId: string | undefined): ServiceError {
  const where = tenantId ? `in the tenant ${tenantId}` : 'in the project';
  return new ServiceError('E111402', `These roles do not exist ${where}, or are built in: ${listed(roles)}`);
}
