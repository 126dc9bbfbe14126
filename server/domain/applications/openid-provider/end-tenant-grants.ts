import type { ProjectContext } from '../../../core/context.ts';
import { endSessionsById } from '../../sessions/sessions/end-session.ts';
import type { Grant } from './grant.ts';
import { deleteCodesOfUsers, listSessionsInTenants } from './store-tenants.ts';

/**
 * Ends the sessions in which applications act for users in tenants that these users leave, and voids the users' codes. Part of the
 * transaction that ends the memberships.
 */
export async function endGrantsInTenants(
  ctx: ProjectContext,
  { userIds, tenantIds }: { userIds: string[]; tenantIds: string[] },
): Promise<void> {
  await deleteCodesOfUsers(ctx.db, ctx.project.id, userIds);
  const sessions = await listSessionsInTenants(ctx.db, ctx.project.id, { userIds, tenantIds });
  const acting = sessions.filter(({ grant }) => (JSON.parse(grant) as Grant).tenantId);
  if (acting.length > 0)
    await endSessionsById(
      ctx,
      acting.map(({ sessionId }) => sessionId),
    );
}
