import type { ProjectData } from '../../../core/context.ts';
import { lockProject } from '../projects/load-project.ts';
import type { ManagementKey } from './management-key.ts';
import { listManagementKeys, updateManagementKey } from './store.ts';

/** Takes a deleted tenant from the keys that are limited to it: a new tenant can have the same ID. Part of the deletion's transaction. */
export async function removeTenantFromKeys(ctx: ProjectData, tenantId: string): Promise<void> {
  if ((await findKeysOf(ctx, tenantId)).length === 0) return;
  await lockProject(ctx, ctx.project.id);
  for (const { id, reBac } of await findKeysOf(ctx, tenantId)) {
    const projectRoles = reBac.projectRoles.map(({ tenantIds = [], ...grant }) => ({
      ...grant,
      tenantIds: tenantIds.filter((one) => one !== tenantId),
    }));
    const fields = { reBac: JSON.stringify({ ...reBac, projectRoles }) };
    await updateManagementKey(ctx.db, ctx.project.id, id, fields);
  }
}

async function findKeysOf(ctx: ProjectData, tenantId: string): Promise<ManagementKey[]> {
  const keys = await listManagementKeys(ctx.db, ctx.project.id);
  return keys.filter(({ reBac }) =>
    reBac.projectRoles.some(({ tenantIds }) => tenantIds?.includes(tenantId)),
  );
}
