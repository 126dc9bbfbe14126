import type { ProjectContext } from '../../../core/context.ts';
import { deletePasswordOf } from './store.ts';

/** Takes a user's password away, and those before it. Part of a transaction. That there is none is no error. */
export function deletePassword(ctx: ProjectContext, userId: string): Promise<void> {
  return deletePasswordOf(ctx.db, ctx.project.id, userId);
}
