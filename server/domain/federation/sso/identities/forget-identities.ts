import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import type { EndingMemberships } from '../../../directory/tenants/ending-memberships.ts';
import { leaveTenants } from '../../../directory/users/grants/grants.ts';
import { replaceSsoRoles } from '../../../directory/users/grants/sso-roles.ts';
import { logHolders, logUsers } from '../../../directory/users/search/log-users.ts';
import { voidExchangeCodes } from '../../../sessions/sessions/exchange-code.ts';
import { deleteIdentities, listIdentitiesOfUser } from './store.ts';

/**
 * Deletes the links between a user and the identity providers of tenants that the user leaves, as part of that transaction.
 * Also voids a code that waits for its exchange, because it could come from one of them.
 */
export async function forgetIdentities(
  ctx: ProjectData,
  { userId, tenantIds }: { userId: string; tenantIds: string[] },
): Promise<void> {
  await logUsers(ctx, [userId]);
  await deleteIdentities(ctx.db, ctx.project.id, [userId], tenantIds);
  await voidExchangeCodes(ctx, userId);
}

/** Deletes the links of members who are removed from a tenant, page by page, so that few are left for the transaction that deletes it. */
export async function forgetIdentitiesOf(
  ctx: ProjectData,
  { tenantIds, of }: EndingMemberships,
): Promise<void> {
  if (!('userIds' in of)) return;
  await logUsers(ctx, of.userIds);
  await deleteIdentities(ctx.db, ctx.project.id, of.userIds, tenantIds);
}

/** Notes who has links to the identity providers of a tenant that is being deleted: foreign keys delete them with it. */
export function loseIdentities(ctx: ProjectData, { tenantId }: { tenantId: string }): Promise<void> {
  return logHolders(ctx, { table: 'ssoIdentities', tenantId });
}

/** Removes the links to these tenants' identity providers and the roles from them; the user stays a member. */
export async function evictProviders(ctx: ProjectData, userId: string, tenantIds: string[]): Promise<void> {
  if (tenantIds.length === 0) return;
  await forgetIdentities(ctx, { userId, tenantIds });
  for (const tenantId of tenantIds) await replaceSsoRoles(ctx, userId, tenantId, []);
}

/** Evicts the identity providers of all tenants, and ends the memberships that came with the user's creation by one of them. */
export async function leaveIdentityProviders(
  ctx: ProjectContext,
  { userId }: { userId: string },
): Promise<void> {
  const identities = await listIdentitiesOfUser(ctx.db, ctx.project.id, userId);
  await evictProviders(ctx, userId, [...new Set(identities.map(({ tenantId }) => tenantId))]);
  const created = identities.filter((one) => one.createdUser).map(({ tenantId }) => tenantId);
  await leaveTenants(ctx, userId, [...new Set(created)]);
}
