import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { withdrawChallenges } from '../../credentials/challenges/issue.ts';
import { longestEmbeddedSeconds, makeSignInSecret } from '../../credentials/magic-links/embedded-link.ts';
import { deletePasskeys } from '../../credentials/passkeys/delete-passkeys.ts';
import { deleteTotp } from '../../credentials/totp/delete-totp.ts';
import { changeUser } from '../../directory/users/change-user.ts';
import { patchUser } from '../../directory/users/update-user.ts';
import { endSessionsOf } from '../../sessions/sessions/end-session.ts';

/**
 * For an administrator who has lost the second factor: takes it away, ends their sessions, enables them, and makes the
 * secret of a link by which they choose another; links from before, by which somebody else could, are void. The operator
 * of the instance says who it is; nothing else is asked.
 */
export function makeRecoveryLink(ctx: ProjectContext, loginId: string): Promise<string> {
  return transaction(ctx, async (ctx) => {
    await patchUser(ctx, loginId, { status: 'enabled' });
    const { id } = await changeUser(ctx, loginId, async (ctx, user) => {
      await deleteTotp(ctx, user.id);
      await deletePasskeys(ctx, user.id);
    });
    await withdrawChallenges(ctx, { userId: id, exceptSlot: '' });
    await endSessionsOf(ctx, id);
    const wishes = { customClaims: {}, timeoutSeconds: longestEmbeddedSeconds };
    return makeSignInSecret(ctx, loginId, wishes);
  });
}
