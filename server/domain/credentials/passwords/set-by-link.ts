import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { asSignedIn } from '../../sessions/sessions/resume-session.ts';
import { stranger } from '../challenges/bringer.ts';
import type { CompletedSignIn } from '../challenges/complete.ts';
import { findRecipient } from '../challenges/still-holds.ts';
import { verifyMagicLink } from '../magic-links/verify-link.ts';
import { prepareUpdate } from './change-password.ts';

/**
 * Spends the link of an invitation or a reset and sets the user's password: both, or neither. A refused password leaves the
 * link valid. After a reset, the other sessions of the user end.
 */
export async function setPasswordByLink(
  ctx: ProjectContext,
  input: { secret: string; newPassword: string },
): Promise<CompletedSignIn> {
  const { keep } = await prepareUpdate(ctx, await findRecipient(ctx, input.secret), input);
  return transaction(ctx, async (ctx) => {
    const signedIn = await verifyMagicLink(ctx, input.secret, { bringer: stranger });
    await keep(asSignedIn(ctx, signedIn), signedIn.session);
    return signedIn;
  });
}
