import type { ProjectContext } from '../../core/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { type CompletedSignIn, signInBy } from '../challenges/complete.ts';
import { spendLink } from '../challenges/spend.ts';

/**
 * Signs in, completes a sign-up, or completes a change of address, whichever the link was made for: a magic link, or an
 * embedded one. It works once.
 */
export function verifyMagicLink(ctx: ProjectContext, secret: string): Promise<CompletedSignIn> {
  return transaction(ctx, async (ctx) => {
    const challenge = await spendLink(ctx, secret);
    return signInBy(ctx, challenge, challenge.channel === '' ? 'embeddedlink' : 'magiclink');
  });
}
