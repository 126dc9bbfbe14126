import type { ProjectContext } from '../../../../core/context.ts';
import { changeUser } from '../change-user.ts';
import { findUserId } from '../load-user.ts';
import { isVerifiedElsewhere } from '../store-rows.ts';
import { foldLoginId, readLoginId } from './login-id.ts';
import { proveAddress } from './prove-address.ts';
import { deleteLoginIds, listLoginIds } from './store-login-ids.ts';
import { takeLoginIds } from './take-login-ids.ts';

/**
 * Verifies the address of an account that a provider created before it could say that the address is verified. The address becomes the
 * login ID in place of `madeLoginId`, so that the account is as it would have been. Does nothing if the address is another user's by now.
 * Part of a transaction.
 */
export async function proveAssertedAddress(
  ctx: ProjectContext,
  { userId, address, madeLoginId }: { userId: string; address: string; madeLoginId: string },
): Promise<void> {
  const { db, project } = ctx;
  const owner = await findUserId(ctx, address);
  if (owner !== undefined && owner !== userId) return;
  if (await isVerifiedElsewhere(db, project.id, userId, { email: address })) return;
  await changeUser(ctx, userId, async (ctx) => {
    const [only, another] = await listLoginIds(db, project.id, userId);
    if (!only || another || only.folded !== foldLoginId(madeLoginId)) return;
    const name = readLoginId(address);
    await deleteLoginIds(db, project.id, userId, [only.stored]);
    await takeLoginIds(ctx, [{ ...name, userId, position: 0, selfGiven: 1 }]);
  });
  await proveAddress(ctx, { userId, kind: 'email', address, loginId: '', takesOver: false });
}
