import type { ProjectData } from '../../../core/context.ts';
import { listParents, listSubTenants } from './store-inheritance.ts';

/** Finds the sub-tenants of a tenant, at every depth, whether they inherit roles or not. */
export async function findSubTenantIds(ctx: ProjectData, id: string): Promise<string[]> {
  const found: string[] = [];
  for (let level = [id]; level.length > 0; found.push(...level))
    level = await listSubTenants(ctx.db, ctx.project.id, level);
  return found;
}

/** Returns, for each of the tenants, its ID and those of its ancestors, the nearest first. */
export async function findLineages(ctx: ProjectData, ids: string[]): Promise<Map<string, string[]>> {
  const parents = new Map<string, string>();
  for (let level = ids; level.length > 0; ) {
    const found = await listParents(ctx.db, ctx.project.id, level);
    for (const { id, parentId } of found) parents.set(id, parentId);
    level = [...new Set(found.map(({ parentId }) => parentId))];
  }
  const lineageOf = (id: string | undefined): string[] =>
    id === undefined ? [] : [id, ...lineageOf(parents.get(id))];
  return new Map(ids.map((id) => [id, lineageOf(id)]));
}
