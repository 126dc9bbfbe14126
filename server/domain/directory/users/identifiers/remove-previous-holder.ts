import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { happen } from '../../../../core/event.ts';
import { changeUser } from '../change-user.ts';
import { holderLeaving, holderRemoved } from '../events.ts';
import { findAddressSources, updateUserRow } from '../store-rows.ts';
import type { StoredUser } from '../user.ts';
import { isAddress } from './known-owner.ts';
import { foldLoginId, readLoginId } from './login-id.ts';
import { deleteLoginIds, listLoginIds } from './store-login-ids.ts';
import { takeLoginIds } from './take-login-ids.ts';

export interface NewOwner {
  /** The address that the new holder has proven. It becomes the login ID if none is left. */
  address: string;
  /** The folded name that the new holder signed in with. It stays unless it is another address. */
  loginId?: string;
  /** The code or link that is being used. */
  exceptSlot?: string;
}

/**
 * Transfers an account to a person who was not its holder: removes everything that the previous holder added, began or allowed.
 * Login IDs, addresses, roles, tenants and attributes that an administrator set stay. `test/endings` lists each thing that a user
 * can have. Throws E062107 if the address is another user's login ID. Part of a transaction.
 */
export async function removePreviousHolder(
  ctx: ProjectContext,
  userId: string,
  { address, loginId = '', exceptSlot = '' }: NewOwner,
): Promise<void> {
  const remove = async (ctx: ProjectContext, user: StoredUser) => {
    const tenantIds = user.tenants.map((tenant) => tenant.tenantId);
    await happen(ctx, holderLeaving, { userId, tenantIds });
    await happen(ctx, holderRemoved, { userId, exceptSlot });
    await removeLoginIds(ctx, userId, { address: foldLoginId(address), loginId });
    await removeAddresses(ctx, user, address);
  };
  // A notice to the address that is removed would let its holder stop the account.
  await changeUser(ctx, userId, remove, { isNoticed: false });
}

async function removeLoginIds(
  ctx: ProjectContext,
  userId: string,
  { address, loginId }: { address: string; loginId: string },
): Promise<void> {
  const stays = (folded: string) => folded === address || (folded === loginId && !isAddress(folded));
  const all = await listLoginIds(ctx.db, ctx.project.id, userId);
  const gone = all.filter(({ folded, selfGiven }) => selfGiven === 1 && !stays(folded));
  await deleteLoginIds(
    ctx.db,
    ctx.project.id,
    userId,
    gone.map(({ stored }) => stored),
  );
  if (gone.length < all.length) return;
  await takeLoginIds(ctx, [{ ...readLoginId(address), userId, position: 0, selfGiven: 1 }]);
}

async function removeAddresses(ctx: ProjectData, user: StoredUser, proven: string): Promise<void> {
  const sources = await findAddressSources(ctx.db, ctx.project.id, user.id);
  await updateUserRow(ctx.db, ctx.project.id, user.id, {
    selfRegistered: 0,
    ...(user.provedEmail !== proven && { provedEmail: '' }),
    ...(sources?.selfGivenEmail && user.email !== proven && { email: '', verifiedEmail: 0 }),
    ...(sources?.selfGivenPhone && user.phone !== proven && { phone: '', verifiedPhone: 0 }),
  });
}
