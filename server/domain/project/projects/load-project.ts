import { administrationProjectId } from '../../../core/administration.ts';
import type { ProjectContext, ProjectData, RequestInfo, ServiceContext } from '../../../core/context.ts';
import { unauthorized } from '../../../core/errors.ts';
import type { Project } from '../../../core/project.ts';
import { isDistributed } from '../../../storage/executor.ts';
import { failureOf } from '../../../storage/failure.ts';
import { loadOrRecall } from '../../../storage/outage.ts';
import { toProject } from './project.ts';
import { findProject, listProjects, listReachableProjects, lockProjectRow as lock } from './store.ts';

/** The time after which other instances apply changed settings or keys at the latest. */
export const projectCacheSeconds = 5;

/** Loads a project that a request names. Excludes the administration project: see `loadAdministrationProject`. */
export async function loadProject(ctx: ServiceContext, id: string): Promise<Project | undefined> {
  return id === administrationProjectId ? undefined : loadCached(ctx, id);
}

/** Returns `undefined` until a server of this version has been started on the database. */
export function loadAdministrationProject(ctx: ServiceContext): Promise<Project | undefined> {
  return loadCached(ctx, administrationProjectId);
}

function loadCached(ctx: ServiceContext, id: string): Promise<Project | undefined> {
  return ctx.cache.get(`project:${id}`, projectCacheSeconds, async () => {
    const row = await findProject(ctx.db, id);
    return row && toProject(row);
  });
}

/** Reads the current project from the database, so that an administrator sees a change made on another instance. */
export async function readProject(ctx: ProjectData): Promise<Project> {
  const row = await findProject(ctx.db, ctx.project.id);
  if (!row) throw new Error(`project ${ctx.project.id} is gone`);
  return toProject(row);
}

/** Loads all projects except the administration project, oldest first. */
export async function loadProjects(ctx: Pick<ServiceContext, 'db'>): Promise<Project[]> {
  return (await listProjects(ctx.db)).filter(({ id }) => id !== administrationProjectId).map(toProject);
}

/** Locks a project until the end of the transaction; others that lock it wait here. */
export function lockProject(ctx: Pick<ServiceContext, 'db'>, id: string): Promise<void> {
  return lock(ctx.db, id);
}

/** Treats an invalid ID like an unknown one, without a query. */
export async function findNamedProject(ctx: ServiceContext, id: string): Promise<Project | undefined> {
  return /^P[0-9A-Za-z]{27}$/.test(id) ? loadProject(ctx, id) : undefined;
}

/** Finds a project that a request names, as this instance last saw it if the database cannot be reached. */
export function recallNamedProject(
  ctx: ServiceContext,
  id: string,
): Promise<{ value: Project | undefined; isStale: boolean }> {
  return loadOrRecall(
    () => findNamedProject(ctx, id),
    () => (id === administrationProjectId ? undefined : ctx.cache.lastKnown<Project>(`project:${id}`)),
  );
}

/** Returns the origins of all projects together, against which a request without a project is checked. */
export async function listAllowedOrigins(ctx: ServiceContext): Promise<string[]> {
  const key = 'allowed-origins';
  try {
    const origins = await loadOrRecall(
      () => ctx.cache.get(key, projectCacheSeconds, async () => originsOf(await listProjects(ctx.db))),
      () => ctx.cache.lastKnown<string[]>(key),
    );
    return origins.value;
  } catch (error) {
    // An instance that has started while a node did not respond.
    if (!isDistributed(ctx.db) || failureOf(error) !== 'unavailable') throw error;
    return originsOf(await listReachableProjects(ctx.db));
  }
}

function originsOf(rows: Awaited<ReturnType<typeof listProjects>>): string[] {
  return rows
    .filter(({ id }) => id !== administrationProjectId)
    .flatMap((row) => toProject(row).settings.allowedOrigins);
}

/** Returns the context of a request that names its project. The credential is verified later. */
export async function enterProject(
  service: ServiceContext,
  projectId: string,
  request: RequestInfo,
): Promise<ProjectContext> {
  return inProject(service, await findNamedProject(service, projectId), request);
}

/** Enters a project like `enterProject`, for the few requests that are answered while the database cannot be reached. */
export async function enterRecalledProject(
  service: ServiceContext,
  projectId: string,
  request: RequestInfo,
): Promise<ProjectContext> {
  const { value, isStale } = await recallNamedProject(service, projectId);
  return { ...inProject(service, value, request), isStale };
}

function inProject(
  service: ServiceContext,
  project: Project | undefined,
  request: RequestInfo,
): ProjectContext {
  if (!project) throw unauthorized('No project has this ID. Check the project ID in the request');
  return { ...service, project, request, actor: { type: 'anonymous', id: '' } };
}
