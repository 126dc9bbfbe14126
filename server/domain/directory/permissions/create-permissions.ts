import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { readName } from '../../../core/names.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { builtInPermissions } from './permission.ts';
import { insertPermissions } from './store.ts';

export interface NewPermission {
  name: string;
  description?: string;
}

/** All or none. E111401 when a name is taken or stands twice. */
export async function createPermissions(ctx: ProjectContext, permissions: NewPermission[]): Promise<void> {
  const rows = permissions.map((permission) => toRow(ctx, ctx.project.id, permission));
  await transaction(ctx, async (ctx) => {
    const created = await insertPermissions(ctx.db, rows);
    if (created.length < rows.length) {
      throw new ServiceError(
        'E111401',
        `These permissions exist already: ${repeated(rows, created).join(', ')}`,
      );
    }
    for (const { id, name } of rows)
      await recordAudit(ctx, { action: 'PermissionCreated', data: { id, name } });
  });
}

/** Part of making a project: call it in that transaction. */
export async function addBuiltInPermissions(ctx: ServiceContext, projectId: string): Promise<void> {
  await insertPermissions(
    ctx.db,
    builtInPermissions.map((permission) => toRow(ctx, projectId, permission)),
  );
}

/** The names of `rows` that are not among `created`, or are there once but asked for again. */
function repeated(rows: { name: string }[], created: string[]): string[] {
  const free = new Set(created);
  return rows.map((row) => row.name).filter((name) => !free.delete(name));
}

function toRow(ctx: ServiceContext, projectId: string, { name, description = '' }: NewPermission) {
  const now = ctx.now();
  return { projectId, id: newId('E', now), name: readName(name), description, createdAt: now };
}
