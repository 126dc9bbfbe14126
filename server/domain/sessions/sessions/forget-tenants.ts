import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import type { EndingMemberships } from '../../directory/tenants/ending-memberships.ts';
import { findLostPlaces } from '../../directory/users/lost-places.ts';
import { noteEnded } from './ended/ended-sessions.ts';
import { deleteCodesOfUsers } from './store-codes.ts';
import {
  deleteAnonymousSessionsOf,
  forgetTenantOf,
  listSelectedTenants,
  unselectTenants,
} from './store-tenants.ts';

/**
 * Takes the tenants of ending memberships out of the users' sessions, and voids the codes of finished sign-ins. A session that began at a
 * tenant's identity provider stays one that began at an identity provider, and never reaches a tenant that gets the same ID later. Part of
 * the transaction that ends the memberships.
 */
export async function forgetTenants(ctx: ProjectData, { of, tenantIds }: EndingMemberships): Promise<void> {
  const projectId = ctx.project.id;
  if ('userIds' in of) {
    await deleteCodesOfUsers(ctx.db, projectId, of.userIds);
    for (const tenantId of tenantIds)
      await forgetTenantOf(ctx.db, projectId, { userIds: of.userIds, tenantId });
  }
  const selected = await listSelectedTenants(ctx.db, projectId, of);
  const lost = await findLostPlaces(ctx, selected, tenantIds);
  if (lost.length === 0) return;
  await unselectTenants(
    ctx.db,
    projectId,
    lost.map(({ id }) => id),
  );
}

/** Ends the anonymous sessions of a tenant. Part of the transaction that deletes it. */
export async function endAnonymousSessionsOf(
  ctx: ProjectContext,
  { tenantId }: { tenantId: string },
): Promise<void> {
  await noteEnded(ctx, await deleteAnonymousSessionsOf(ctx.db, ctx.project.id, tenantId));
}
