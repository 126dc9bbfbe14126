import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { loadOrRecall } from '../../../../storage/outage.ts';
import { projectCacheSeconds } from '../../../project/projects/load-project.ts';
import { editableAttributes } from '../../account/editable.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import { attributeFlowOf, flows as builtIn } from '../definitions/flows.ts';
import { attributeFlow } from '../definitions/profile-flows.ts';
import { tenantAttributeFlow } from '../definitions/tenant-flows.ts';
import { type FlowDocument, unchanged } from './document.ts';
import { resolveFlow } from './resolve-flow.ts';
import { type FlowRow, listFlows } from './store-flows.ts';

export type ProjectFlows = ReadonlyMap<string, ProjectFlow>;

/** Lists all flows of a project: beside those that can be changed, one for each custom attribute that users, or administrators of a tenant, may change. */
export async function listProjectFlows(
  ctx: ProjectContext,
  read: (ctx: ProjectContext) => Promise<ProjectFlows> = loadFlows,
): Promise<ProjectFlow[]> {
  const attributes = await editableAttributes(ctx);
  const { editableTenantAttributes } = ctx.project.settings.accountPage;
  return [
    ...(await read(ctx)).values(),
    ...attributes.map(({ name }) => unchanged(attributeFlow(name))),
    ...editableTenantAttributes.map((name) => unchanged(tenantAttributeFlow(name))),
  ];
}

/** Finds a flow, or the one of a custom attribute. Whether the attribute may be changed is asked at each interaction. */
export async function findProjectFlow(
  ctx: Pick<ProjectContext, 'db' | 'cache' | 'project'>,
  id: string,
): Promise<ProjectFlow | undefined> {
  const ofAttribute = attributeFlowOf(id);
  return ofAttribute ? unchanged(ofAttribute) : (await loadFlows(ctx)).get(id);
}

/** Loads all flows of a project that can be changed: the built-in ones in their order, then its own by their ID. Another instance’s change counts within seconds. */
export async function loadFlows(
  ctx: Pick<ProjectContext, 'db' | 'cache' | 'project'>,
): Promise<ProjectFlows> {
  const key = cacheKey(ctx.project.id);
  const { value } = await loadOrRecall(
    () => ctx.cache.get(key, projectCacheSeconds, () => readFlows(ctx)),
    () => ctx.cache.lastKnown<ProjectFlows>(key),
  );
  return value;
}

export function forgetFlows({ cache, project }: Pick<ProjectContext, 'cache' | 'project'>): void {
  cache.forget(cacheKey(project.id));
}

function cacheKey(projectId: string): string {
  return `flows:${projectId}`;
}

/** Reads the flows from the database, so that an administrator sees a change made on another instance. */
export async function readFlows({ db, project }: ProjectData): Promise<ProjectFlows> {
  const rows = await listFlows(db, project.id);
  const stored = new Map(rows.map((row) => [row.id, row]));
  const originals = [...builtIn.values()].map((base) => {
    const row = stored.get(base.id);
    return (row && toFlow(row)) ?? unchanged(base, row?.version);
  });
  const own = rows.filter(({ id }) => !builtIn.has(id)).map(toFlow);
  const all = [...originals, ...own].filter((flow) => flow !== undefined);
  return new Map(all.map((flow) => [flow.id, flow]));
}

/** Returns `undefined` for a deleted flow, and for one whose base this version does not have. */
export function toFlow(row: FlowRow): ProjectFlow | undefined {
  if (row.document === '') return undefined;
  const document = JSON.parse(row.document) as FlowDocument;
  const base = builtIn.get(document.base);
  if (!base) return undefined;
  const { id, name, description, isDisabled, version } = row;
  return resolveFlow(base, {
    id,
    name,
    description,
    isDisabled: isDisabled === 1,
    changes: version,
    document,
  });
}
