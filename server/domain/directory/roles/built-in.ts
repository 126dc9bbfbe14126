import { tenantAdmin } from '../../../core/built-in-rights.ts';
import type { ProjectData, ServiceContext } from '../../../core/context.ts';
import { foldName } from '../../../core/names.ts';
import { completeBuiltInRole, deleteUnusedBuiltIn, insertBuiltInRole } from './store-built-in.ts';

/**
 * Adds the built-in role unless a role of the project has its name, and gives it the built-in permissions. Part of the transaction that adds
 * these permissions, or frees the name.
 */
export async function addBuiltInRole(
  ctx: ServiceContext,
  { projectId }: { projectId: string },
): Promise<void> {
  await insertBuiltInRole(ctx.db, projectId, ctx.now());
  await completeBuiltInRole(ctx.db, projectId);
}

/** Adds the built-in role if one of these roles of the project had its name. */
export async function addIfFreed(
  ctx: ServiceContext & ProjectData,
  roles: { name: string; tenantId: string }[],
): Promise<void> {
  const had = roles.some(({ name, tenantId }) => tenantId === '' && hasItsName(name));
  if (had) await addBuiltInRole(ctx, { projectId: ctx.project.id });
}

/**
 * Deletes the built-in role if a snapshot brings a role of its name and nobody has it. The project then is like the one that the snapshot
 * comes from, where the name belongs to an own role, whose holders are no administrators.
 */
export async function giveWayTo(ctx: ProjectData, name: string): Promise<void> {
  if (hasItsName(name)) await deleteUnusedBuiltIn(ctx.db, ctx.project.id);
}

const hasItsName = (name: string) => foldName(name) === foldName(tenantAdmin.name);
