import { administrationProjectId } from '../../../core/administration.ts';
import type { Project, ProjectContext, RequestInfo, ServiceContext } from '../../../core/context.ts';
import { unauthorized } from '../../../core/errors.ts';
import { toProject } from './project.ts';
import { findProject, listProjects, lockProject as lock } from './store.ts';

/** How late another instance may notice that a project's settings or keys have changed. */
export const projectCacheSeconds = 5;

/** The administration project is nobody's to name: see `loadAdministrationProject`. */
export async function loadProject(ctx: ServiceContext, id: string): Promise<Project | undefined> {
  return id === administrationProjectId ? undefined : loadCached(ctx, id);
}

/** `undefined`: no server of this version has been started on the database yet. */
export function loadAdministrationProject(ctx: ServiceContext): Promise<Project | undefined> {
  return loadCached(ctx, administrationProjectId);
}

function loadCached(ctx: ServiceContext, id: string): Promise<Project | undefined> {
  return ctx.cache.get(`project:${id}`, projectCacheSeconds, async () => {
    const row = await findProject(ctx.db, id);
    return row && toProject(row);
  });
}

/** As it is in the database now: what an administrator wants to see after a change through another instance. */
export async function readProject(ctx: ProjectContext): Promise<Project> {
  const row = await findProject(ctx.db, ctx.project.id);
  if (!row) throw new Error(`project ${ctx.project.id} is gone`);
  return toProject(row);
}

/** Without the administration project. The oldest first. */
export async function loadProjects(ctx: Pick<ServiceContext, 'db'>): Promise<Project[]> {
  return (await listProjects(ctx.db)).filter(({ id }) => id !== administrationProjectId).map(toProject);
}

/** Until this transaction ends, another one that asks for the same project waits here. */
export function lockProject(ctx: Pick<ServiceContext, 'db'>, id: string): Promise<void> {
  return lock(ctx.db, id);
}

/** What cannot be an ID is not looked up, and answered like an ID that nobody has. */
export async function findNamedProject(ctx: ServiceContext, id: string): Promise<Project | undefined> {
  return /^P[0-9A-Za-z]{27}$/.test(id) ? loadProject(ctx, id) : undefined;
}

/** Of all projects together: what a request that names none is held against. */
export function listAllowedOrigins(ctx: ServiceContext): Promise<string[]> {
  return ctx.cache.get('allowed-origins', projectCacheSeconds, async () =>
    (await loadProjects(ctx)).flatMap(({ settings }) => settings.allowedOrigins),
  );
}

/** The context of a request that names its project; everything else is proven later. */
export async function enterProject(
  service: ServiceContext,
  projectId: string,
  request: RequestInfo,
): Promise<ProjectContext> {
  const project = await findNamedProject(service, projectId);
  if (!project) throw unauthorized('There is no such project');
  return { ...service, project, request, actor: { type: 'anonymous', id: '' } };
}
