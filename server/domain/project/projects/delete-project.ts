import type { ServiceContext } from '../../../core/context.ts';
import { deleteMarkedProject, listMarkedProjects, markForDeletion, renewMark } from './store-imports.ts';

type Ctx = Pick<ServiceContext, 'db' | 'now'>;

/** After this time without `keepDeletion`, another process continues. A sweep deletes for a shorter time. */
const claimMs = 30_000;

/**
 * Hides a project from all requests, permanently. The column that hides unfinished imports becomes negative, so that instances of
 * the previous release do not find the project either. Without the sign, it is the last time that a process worked on the deletion. Returns `false` if the deletion has begun already.
 */
export function beginDeletion(ctx: Ctx, id: string): Promise<boolean> {
  return markForDeletion(ctx.db, id);
}

/** Deletes the project's row and what is left of its other rows. Returns `false` if another process was first. */
export function finishDeletion(ctx: Ctx, id: string): Promise<boolean> {
  return deleteMarkedProject(ctx.db, id);
}

/** Lists the deletions that no process works on. */
export function listDeletions(ctx: Ctx): Promise<string[]> {
  return listMarkedProjects(ctx.db, ctx.now() - claimMs);
}

/** Claims a deletion, so that only one process deletes its rows. Returns `false` if another one was first. */
export function claimDeletion(ctx: Ctx, id: string): Promise<boolean> {
  return renewMark(ctx.db, id, ctx.now(), ctx.now() - claimMs);
}

/** Keeps other processes from continuing the deletion. */
export async function keepDeletion(ctx: Ctx, id: string): Promise<void> {
  await renewMark(ctx.db, id, ctx.now(), Number.MAX_SAFE_INTEGER);
}

export function isBeingDeleted({ importStartedAt }: { importStartedAt: number | null }): boolean {
  return importStartedAt !== null && importStartedAt < 0;
}
