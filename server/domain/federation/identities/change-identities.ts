import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { transaction } from '../../../storage/transaction.ts';
import { requireWayToSignIn } from '../../credentials/accounts/ways-to-sign-in.ts';
import { loadTenant } from '../../directory/tenants/load-tenant.ts';
import { changeUser } from '../../directory/users/change-user.ts';
import { accountChanged } from '../../directory/users/events.ts';
import { loadUser } from '../../directory/users/load-user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { endSessionsBegunBy } from '../../sessions/sessions/end-session.ts';
import { voidExchangeCodes } from '../../sessions/sessions/exchange-code.ts';
import { deleteLinkedIdentity, moveLinkedIdentity } from '../oauth/linked-identities.ts';
import { deleteSsoIdentity, moveSsoIdentity } from '../sso/identities/change-identities.ts';
import { type Identity, listIdentities } from './identity.ts';

/** Names an identity of a user. With `tenantId`, only one of this tenant. */
export interface IdentityChoice {
  identityId: string;
  tenantId?: string | undefined;
}

/**
 * Removes an identity of the user, voids a code that waits for its exchange, because it could come from there, and notifies the user.
 * `who` is a login ID or else a user ID. Sessions continue, as after the removal of any factor. Succeeds if the user has no such
 * identity. `keepsAccess`: throws a LastWayError if the user could not sign in any more.
 */
export async function removeIdentity(
  ctx: ProjectContext,
  who: string,
  { keepsAccess = false, ...choice }: IdentityChoice & { keepsAccess?: boolean },
): Promise<void> {
  await changeUser(ctx, who, async (ctx, { id: userId }) => {
    const identity = await findIdentity(ctx, userId, choice);
    if (!identity) return;
    await removeFrom(ctx, userId, identity);
    if (keepsAccess) await requireWayToSignIn(ctx, userId);
  });
}

/**
 * Removes all identities that the user has at the identity providers of a tenant, as `removeIdentity` does. Succeeds if the user has
 * none there. Throws E111202 if there is no such tenant.
 */
export async function removeTenantIdentities(
  ctx: ProjectContext,
  who: string,
  tenantId: string,
): Promise<void> {
  await loadTenant(ctx, tenantId);
  await changeUser(ctx, who, async (ctx, { id: userId }) => {
    for (const identity of await listIdentities(ctx, userId)) {
      if (identity.type === 'sso' && identity.tenantId === tenantId) await removeFrom(ctx, userId, identity);
    }
  });
}

/** Part of a transaction that holds the user. */
async function removeFrom(ctx: ProjectContext, userId: string, identity: Identity): Promise<void> {
  if (!(await deleteOf(ctx, userId, identity))) return;
  await voidExchangeCodes(ctx, userId);
  await recordAudit(ctx, { action: 'IdentityRemoved', userId, ...eventOf(identity) });
  await happen(ctx, accountChanged, { kind: 'factorRemoved', userId, factor: 'account' });
}

/**
 * Gives an identity to another user of the project, who becomes a member of its tenant. Ends the sessions that the old user began with
 * it, and notifies both. Throws E112302 if the user has no such identity, and E112301 if the other user has one of the same connection or
 * provider.
 */
export async function moveIdentity(
  ctx: ProjectContext,
  who: string,
  { to, ...choice }: IdentityChoice & { to: string },
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const [old, next] = [await loadUser(ctx, who), await loadUser(ctx, to)];
    if (old.id === next.id)
      throw new ServiceError(
        'E011004',
        'The user already has this identity. Send a different user as toLoginId',
      );
    const [first, second] = [old.id, next.id].sort() as [string, string];
    // In one order, so that two moves in opposite directions wait instead of failing.
    await changeUser(ctx, first, async (ctx) => {
      await changeUser(ctx, second, (ctx) => moveBetween(ctx, { from: old.id, to: next.id, choice }));
    });
  });
}

async function moveBetween(
  ctx: ProjectContext,
  { from, to, choice }: { from: string; to: string; choice: IdentityChoice },
): Promise<void> {
  const identity = await findIdentity(ctx, from, choice);
  if (!identity)
    throw new ServiceError(
      'E112302',
      'The user has no identity with this identityId. List the identities first',
    );
  if (!(await moveOf(ctx, identity, { from, to }))) {
    throw new ServiceError(
      'E112301',
      'The other user already has an identity of this connection or provider. Remove that one first',
    );
  }
  for (const userId of [from, to]) await voidExchangeCodes(ctx, userId);
  await endSessionsBegunBy(ctx, from, identity);
  const { data, ...event } = eventOf(identity);
  const move = { action: 'IdentityMoved', ...event } as const;
  await recordAudit(ctx, { ...move, userId: from, data: { ...data, toUserId: to } });
  await recordAudit(ctx, { ...move, userId: to, data: { ...data, fromUserId: from } });
  await happen(ctx, accountChanged, { kind: 'factorRemoved', userId: from, factor: 'account' });
  await happen(ctx, accountChanged, { kind: 'factorAdded', userId: to, factor: 'account' });
}

async function findIdentity(
  ctx: ProjectData,
  userId: string,
  { identityId, tenantId }: IdentityChoice,
): Promise<Identity | undefined> {
  const found = (await listIdentities(ctx, userId)).find(({ id }) => id === identityId);
  const isElsewhere = tenantId && !(found?.type === 'sso' && found.tenantId === tenantId);
  return isElsewhere ? undefined : found;
}

function deleteOf(ctx: ProjectData, userId: string, identity: Identity): Promise<boolean> {
  return identity.type === 'sso'
    ? deleteSsoIdentity(ctx, userId, keyOf(identity))
    : deleteLinkedIdentity(ctx, userId, identity.providerId);
}

function moveOf(
  ctx: ProjectContext,
  identity: Identity,
  users: { from: string; to: string },
): Promise<boolean> {
  return identity.type === 'sso'
    ? moveSsoIdentity(ctx, { ...users, key: keyOf(identity) })
    : moveLinkedIdentity(ctx, { ...users, providerId: identity.providerId });
}

function keyOf({ tenantId, connectionId, stored }: Extract<Identity, { type: 'sso' }>) {
  return { tenantId, connectionId, subject: stored };
}

/** Names the connection or the provider, and not the subject, which may be an address: the log outlives the user. */
function eventOf(identity: Identity) {
  return identity.type === 'sso'
    ? { tenantId: identity.tenantId, data: { identityId: identity.id, ssoId: identity.connectionId } }
    : { data: { identityId: identity.id, provider: identity.providerId } };
}
