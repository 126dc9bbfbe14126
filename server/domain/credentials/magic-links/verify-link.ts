import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import type { CompletionOptions } from '../../sessions/sessions/terms.ts';
import type { Bringer } from '../challenges/bringer.ts';
import { linkMethodOf } from '../challenges/challenge.ts';
import { type CompletedSignIn, completeChallenge, signInBy } from '../challenges/complete.ts';
import { spendLink } from '../challenges/spend.ts';

/**
 * Signs in, completes a sign-up or a change of address, or accepts an invitation, whichever the link was created for: a magic
 * link, an embedded one, an invitation or one for choosing a new password. It works once.
 */
export function verifyMagicLink(
  ctx: ProjectContext,
  secret: string,
  { bringer, options }: { bringer: Bringer; options?: CompletionOptions | undefined },
): Promise<CompletedSignIn> {
  return transaction(ctx, async (ctx) => {
    const challenge = await spendLink(ctx, secret);
    return signInBy(ctx, challenge, { method: linkMethodOf(challenge), bringer, options });
  });
}

/** Completes a link without signing in, for callers that cannot use a session. */
export async function confirmMagicLink(ctx: ProjectContext, secret: string, bringer: Bringer): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await completeChallenge(ctx, await spendLink(ctx, secret), bringer);
  });
}
