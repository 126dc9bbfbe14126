import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import * as store from './store.ts';

/** Returns the ID of the application that has this client ID. */
export function findAppIdOfClient(ctx: ProjectContext, clientId: string): Promise<string | undefined> {
  return store.findSsoAppIdOfClient(ctx.db, ctx.project.id, clientId);
}

/** Returns the projects in which an application has this client ID, and this ID if one is given; at most two. */
export function findProjectsOfClient(
  ctx: ServiceContext,
  clientId: string,
  appId?: string,
): Promise<string[]> {
  return store.listProjectsOfClient(ctx.db, clientId, appId);
}
