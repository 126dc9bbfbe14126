import type { ProjectData } from '../../../core/context.ts';
import { logUsers } from '../../directory/users/search/log-users.ts';
import { deletePasswordOf } from './store.ts';

/** Deletes a user's password and its history. Part of a transaction. Succeeds if the user has none. */
export async function deletePassword(ctx: ProjectData, { userId }: { userId: string }): Promise<void> {
  await logUsers(ctx, [userId]);
  await deletePasswordOf(ctx.db, ctx.project.id, userId);
}
