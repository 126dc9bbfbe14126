import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { deleteSecondFactors } from '../../credentials/accounts/delete-second-factors.ts';
import { withdrawChallenges } from '../../credentials/challenges/issue.ts';
import { longestEmbeddedSeconds, makeSignInSecret } from '../../credentials/magic-links/embedded-link.ts';
import { changeUser } from '../../directory/users/change-user.ts';
import { patchUser } from '../../directory/users/update-user.ts';
import { endSessionsOf } from '../../sessions/sessions/end-session.ts';

/**
 * Helps an administrator who has lost the second factor: removes it, ends their sessions, enables them, and creates the secret
 * of a link by which they choose another. Earlier links, which another person could hold, become void. The operator of the
 * instance vouches for the administrator; nothing else is verified.
 */
export function makeRecoveryLink(ctx: ProjectContext, loginId: string): Promise<string> {
  return transaction(ctx, async (ctx) => {
    await patchUser(ctx, loginId, { status: 'enabled' });
    const { id } = await changeUser(ctx, loginId, async (ctx, user) => {
      await deleteSecondFactors(ctx, { userId: user.id });
    });
    await withdrawChallenges(ctx, { userId: id, exceptSlot: '' });
    await endSessionsOf(ctx, id);
    const wishes = { customClaims: {}, timeoutSeconds: longestEmbeddedSeconds };
    return makeSignInSecret(ctx, loginId, wishes);
  });
}
