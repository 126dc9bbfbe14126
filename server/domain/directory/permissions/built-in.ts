import { administrationProjectId } from '../../../core/administration.ts';
import type { ProjectData, ServiceContext } from '../../../core/context.ts';
import { happen } from '../../../core/event.ts';
import { foldName } from '../../../core/names.ts';
import { toRow } from './create-permissions.ts';
import { builtInPermissionsAdded } from './events.ts';
import { impersonate, laterBuiltIn } from './permission.ts';
import { deleteUnusedBuiltIn, findNamesInAnyCase, insertPermissions } from './store.ts';

/**
 * Adds the built-in permissions that the project lacks and whose names are free. Part of the transaction that creates the project, completes
 * an imported one, or frees a name.
 */
export async function addBuiltInPermissions(ctx: ServiceContext, projectId: string): Promise<void> {
  const names = laterBuiltIn.map(({ name }) => name);
  const taken = new Set((await findNamesInAnyCase(ctx.db, projectId, names)).map(foldName));
  // The project of the console's administrators has no tenants, and no roles but theirs.
  const isAdministration = projectId === administrationProjectId;
  const free = isAdministration ? [] : laterBuiltIn.filter(({ name }) => !taken.has(foldName(name)));
  await insertPermissions(
    ctx.db,
    [impersonate, ...free].map((permission) => ({ ...toRow(ctx, projectId, permission), ...permission })),
  );
  if (free.length > 0) await happen(ctx, builtInPermissionsAdded, { projectId });
}

/**
 * Deletes the built-in permission with the name of one that a snapshot brings, if only the built-in role has it. The project then is like
 * the one that the snapshot comes from, where the name belongs to an own permission, which grants nothing here.
 */
export async function giveWayTo(ctx: ProjectData, name: string): Promise<void> {
  const builtIn = laterBuiltIn.find((permission) => foldName(permission.name) === foldName(name));
  if (builtIn) await deleteUnusedBuiltIn(ctx.db, ctx.project.id, builtIn.id);
}
