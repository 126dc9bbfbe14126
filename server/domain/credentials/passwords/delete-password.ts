import type { ProjectData } from '../../../core/context.ts';
import { deletePasswordOf } from './store.ts';

/** Deletes a user's password and its history. Part of a transaction. Succeeds if the user has none. */
export function deletePassword(ctx: ProjectData, { userId }: { userId: string }): Promise<void> {
  return deletePasswordOf(ctx.db, ctx.project.id, userId);
}
