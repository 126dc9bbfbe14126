import type { ProjectContext } from '../../../../core/context.ts';
import { happen } from '../../../../core/event.ts';
import { newId } from '../../../../core/ids.ts';
import { changeUser } from '../change-user.ts';
import { addressLost } from '../events.ts';
import { updateUserRow } from '../store-rows.ts';
import { foldLoginId, readLoginId } from './login-id.ts';
import { deleteLoginIds, listLoginIds } from './store-login-ids.ts';
import { takeLoginIds } from './take-login-ids.ts';

/**
 * Removes an email address and the equal login ID from an account because they belong to another person. The
 * account keeps everything that its holder added. Its sessions end, because their tokens name the address. Part of
 * a transaction.
 */
export async function leaveAddressToOwner(
  ctx: ProjectContext,
  userId: string,
  address: string,
): Promise<void> {
  const folded = foldLoginId(address);
  const { db, project } = ctx;
  await changeUser(ctx, userId, async (ctx, user) => {
    if (user.email === address) {
      await updateUserRow(db, project.id, userId, { email: '', verifiedEmail: 0, provedEmail: '' });
    }
    const loginIds = await listLoginIds(db, project.id, userId);
    const left = loginIds.find((loginId) => loginId.folded === folded);
    if (!left) return;
    if (loginIds.length === 1) {
      // A user must have a login ID. This one is not an address, and no user types it.
      const placeholder = readLoginId(`left-${newId('L', ctx.now())}`);
      await takeLoginIds(ctx, [{ ...placeholder, userId, position: left.position, selfGiven: 1 }]);
    }
    await deleteLoginIds(db, project.id, userId, [left.stored]);
  });
  await happen(ctx, addressLost, { userId });
}
