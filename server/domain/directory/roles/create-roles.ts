import type { ProjectContext, TimedProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { foldName, listed, readName } from '../../../core/names.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { lockTenants } from '../tenants/load-tenant.ts';
import type { Role } from './role.ts';
import { setPermissions } from './set-permissions.ts';
import { findRoles, insertRoles } from './store.ts';

export interface RoleDetails {
  description?: string;
  permissionNames?: string[];
  isDefault?: boolean;
  isPrivate?: boolean;
}

export interface NewRole extends RoleDetails {
  name: string;
  /** Absent or empty: a role of the project. */
  tenantId?: string;
}

/** Creates roles, all or none. Throws E111401 for a name that is in use or given twice. */
export async function createRoles(ctx: ProjectContext, roles: NewRole[]): Promise<Role[]> {
  const rows = roles.map((role) => newRow(ctx, role));
  return transaction(ctx, async (ctx) => {
    await lockTenants(
      ctx,
      rows.flatMap((row) => row.tenantId || []),
    );
    const created = await insertRoles(ctx.db, rows);
    if (created.length < rows.length) {
      const taken = rows.filter((row) => !created.includes(row.id)).map((row) => row.name);
      throw new ServiceError('E111401', `These roles already exist or are given twice: ${listed(taken)}`);
    }
    await setPermissions(
      ctx,
      rows.map(({ id }, index) => ({ roleId: id, names: roles[index]?.permissionNames ?? [] })),
    );
    for (const { id, name, tenantId } of rows) {
      await recordAudit(ctx, { action: 'RoleCreated', tenantId, data: { id, name } });
    }
    return findRoles(
      ctx.db,
      ctx.project.id,
      rows.map((row) => row.id),
    );
  });
}

/** Creates the roles that do not exist yet. Used to set up a project. */
export async function ensureRoles(ctx: ProjectContext, roles: NewRole[]): Promise<void> {
  const rows = roles.map((role) => newRow(ctx, role));
  await transaction(ctx, async (ctx) => {
    const created = await insertRoles(ctx.db, rows);
    for (const { id, name, tenantId } of rows) {
      if (created.includes(id))
        await recordAudit(ctx, { action: 'RoleCreated', tenantId, data: { id, name } });
    }
  });
}

function newRow(ctx: TimedProjectData, role: NewRole) {
  return {
    projectId: ctx.project.id,
    id: newId('R', ctx.now()),
    tenantId: role.tenantId ?? '',
    ...nameFields(role.name),
    ...detailFields(role),
    createdAt: ctx.now(),
  };
}

export function nameFields(text: string, field = 'name') {
  const name = readName(text, field);
  return { name, foldedName: foldName(name) };
}

export function detailFields({ description = '', isDefault = false, isPrivate = false }: RoleDetails) {
  return { description, isDefault: isDefault ? 1 : 0, isPrivate: isPrivate ? 1 : 0 } as const;
}
