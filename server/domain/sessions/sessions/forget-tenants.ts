import type { ProjectContext } from '../../../core/context.ts';
import { noteEnded } from './ended/ended-sessions.ts';
import { deleteCodesOfUsers } from './store-codes.ts';
import { deleteAnonymousSessionsOf, forgetTenantOf } from './store-tenants.ts';

/**
 * Takes tenants that users leave out of their sessions, and voids the codes of finished sign-ins. A session that began at a tenant's
 * identity provider stays one that began at an identity provider, and never reaches a tenant that gets the same ID later. Part of
 * the transaction that ends the memberships.
 */
export async function forgetTenants(
  ctx: ProjectContext,
  { userIds, tenantIds }: { userIds: string[]; tenantIds: string[] },
): Promise<void> {
  await deleteCodesOfUsers(ctx.db, ctx.project.id, userIds);
  for (const tenantId of tenantIds) await forgetTenantOf(ctx.db, ctx.project.id, { userIds, tenantId });
}

/** Ends the anonymous sessions of a tenant. Part of the transaction that deletes it. */
export async function endAnonymousSessionsOf(ctx: ProjectContext, tenantId: string): Promise<void> {
  await noteEnded(ctx, await deleteAnonymousSessionsOf(ctx.db, ctx.project.id, tenantId));
}
