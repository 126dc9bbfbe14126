import type { ProjectContext } from '../../../core/context.ts';
import type { EndingMemberships } from '../../directory/tenants/ending-memberships.ts';
import { findLostPlaces } from '../../directory/users/lost-places.ts';
import { endSessionsById } from '../../sessions/sessions/end-session.ts';
import type { Grant } from './grant.ts';
import { deleteCodesInTenants, deleteCodesOfUsers, listSessionsInTenants } from './store-tenants.ts';

/**
 * Ends the sessions in which applications act for users in tenants, with the users' memberships, and voids codes. Part of the
 * transaction that ends the memberships.
 */
export async function endGrantsInTenants(ctx: ProjectContext, ending: EndingMemberships): Promise<void> {
  const { of, tenantIds } = ending;
  if ('userIds' in of) await deleteCodesOfUsers(ctx.db, ctx.project.id, of.userIds);
  else await deleteCodesInTenants(ctx.db, ctx.project.id, tenantIds);
  const sessions = await listSessionsInTenants(ctx.db, ctx.project.id, of);
  const acting = sessions.filter(({ grant }) => (JSON.parse(grant) as Grant).tenantId);
  const lost = await findLostPlaces(ctx, acting, tenantIds);
  if (lost.length === 0) return;
  await endSessionsById(
    ctx,
    lost.map(({ sessionId }) => sessionId),
  );
}
