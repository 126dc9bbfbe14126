import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { addTenant } from '../../../directory/users/grants/change-grants.ts';
import { replaceSsoRoles } from '../../../directory/users/grants/sso-roles.ts';
import { logUsers } from '../../../directory/users/search/log-users.ts';
import { insertIdentity } from '../store-sign-in.ts';
import type { SsoIdentity } from './list-identities.ts';
import { refreshSsoRoles } from './refresh-roles.ts';
import { deleteIdentity, listIdentitiesOfUser } from './store.ts';

type SsoIdentityKey = Pick<SsoIdentity, 'tenantId' | 'connectionId' | 'subject'>;

/**
 * Removes an identity of the user, its tokens, and the roles that only its groups gave; the user stays a member. Returns `false` if
 * the user does not have it. Part of a transaction that holds the user.
 */
export async function deleteSsoIdentity(
  ctx: ProjectData,
  userId: string,
  key: SsoIdentityKey,
): Promise<boolean> {
  if (!(await deleteIdentity(ctx.db, ctx.project.id, userId, key))) return false;
  await renewRoles(ctx, userId, key.tenantId);
  return true;
}

/**
 * Gives an identity to another user, who becomes a member of the tenant and gets the roles of its groups. Its tokens are deleted, and
 * the next sign-in brings new ones. Returns `false` if that user has an identity of the same connection. Part of a transaction that
 * holds both users.
 */
export async function moveSsoIdentity(
  ctx: ProjectContext,
  { from, to, key }: { from: string; to: string; key: SsoIdentityKey },
): Promise<boolean> {
  const { tenantId, connectionId } = key;
  const held = await listIdentitiesOfUser(ctx.db, ctx.project.id, to);
  if (held.some((one) => one.tenantId === tenantId && one.connectionId === connectionId)) return false;
  const row = await deleteIdentity(ctx.db, ctx.project.id, from, key);
  // The identity provider has not created this account, so it must not speak for it as if it had.
  if (!row || !(await insertIdentity(ctx.db, { ...row, userId: to, createdUser: 0 }))) return false;
  await logUsers(ctx, [from, to]);
  await addTenant(ctx, to, tenantId);
  for (const userId of [from, to]) await renewRoles(ctx, userId, tenantId);
  return true;
}

async function renewRoles(ctx: ProjectData, userId: string, tenantId: string): Promise<void> {
  await replaceSsoRoles(ctx, userId, tenantId, []);
  await refreshSsoRoles(ctx, tenantId, [userId]);
}
