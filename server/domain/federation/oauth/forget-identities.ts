import type { ProjectData } from '../../../core/context.ts';
import { deleteIdentitiesOfUser } from './store-identities.ts';

/** All providers of a user, with their tokens; joins a transaction. */
export function forgetOAuthIdentities(ctx: ProjectData, { userId }: { userId: string }): Promise<void> {
  return deleteIdentitiesOfUser(ctx.db, ctx.project.id, userId);
}
