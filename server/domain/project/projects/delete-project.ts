import type { ServiceContext } from '../../../core/context.ts';
import { deleteMarkedProject, listMarkedProjects, markForDeletion } from './store-imports.ts';

type Ctx = Pick<ServiceContext, 'db' | 'now'>;

/**
 * Hides a project from all requests, permanently. The time is negative in the column that hides unfinished imports, so that instances of
 * the previous release do not find the project either. Returns `false` if the deletion has begun already.
 */
export function beginDeletion(ctx: Ctx, id: string): Promise<boolean> {
  return markForDeletion(ctx.db, id, ctx.now());
}

/** Deletes the project's row and what is left of its other rows. Returns `false` if another process was first. */
export function finishDeletion(ctx: Ctx, id: string): Promise<boolean> {
  return deleteMarkedProject(ctx.db, id);
}

/** Lists the projects that no request finds and whose rows are not all deleted yet. */
export function listProjectsInDeletion(ctx: Pick<ServiceContext, 'db'>): Promise<string[]> {
  return listMarkedProjects(ctx.db);
}

export function isBeingDeleted({ importStartedAt }: { importStartedAt: number | null }): boolean {
  return importStartedAt !== null && importStartedAt < 0;
}
