import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { listed, readName } from '../../../core/names.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { insertPermissions } from './store.ts';

export interface NewPermission {
  name: string;
  description?: string;
}

/** Creates permissions, all or none. Throws E111401 for a name that is in use or given twice. */
export async function createPermissions(ctx: ProjectContext, permissions: NewPermission[]): Promise<void> {
  const rows = permissions.map((permission) => toRow(ctx, ctx.project.id, permission));
  await transaction(ctx, async (ctx) => {
    const created = await insertPermissions(ctx.db, rows);
    if (created.length < rows.length) {
      throw new ServiceError(
        'E111401',
        `These permissions already exist or are given twice: ${listed(repeated(rows, created))}`,
      );
    }
    for (const { id, name } of rows)
      await recordAudit(ctx, { action: 'PermissionCreated', data: { id, name } });
  });
}

/** Returns the names of `rows` that are not among `created`, and those that are requested more than once. */
function repeated(rows: { name: string }[], created: string[]): string[] {
  const free = new Set(created);
  return rows.map((row) => row.name).filter((name) => !free.delete(name));
}

export function toRow(ctx: ServiceContext, projectId: string, { name, description = '' }: NewPermission) {
  const now = ctx.now();
  return { projectId, id: newId('E', now), name: readName(name), description, createdAt: now };
}
