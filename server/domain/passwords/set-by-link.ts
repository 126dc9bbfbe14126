import type { ProjectContext } from '../../core/context.ts';
import { transaction } from '../../storage/transaction.ts';
import { linkMethodOf } from '../challenges/challenge.ts';
import { type CompletedSignIn, requireRecipient, signInBy } from '../challenges/complete.ts';
import { readLink, spendLink } from '../challenges/spend.ts';
import type { User } from '../users/user.ts';
import { prepareNewPassword, storeNewPassword } from './change-password.ts';

/** Which links let somebody choose a password without the old one. */
export type PasswordLink = 'invite' | 'passwordReset';

/** Whom a link is for. Looking spends nothing. E062504 when it is not good for this any more. */
export async function readPasswordLink(
  ctx: ProjectContext,
  secret: string,
  purpose: PasswordLink,
): Promise<User> {
  return requireRecipient(ctx, await readLink(ctx, secret, purpose));
}

/**
 * Spends a link, sets the password and signs in, or does nothing of it: a password that is refused leaves the link as it
 * was.
 */
export async function setPasswordByLink(
  ctx: ProjectContext,
  secret: string,
  input: { purpose: PasswordLink; newPassword: string; revokeOtherSessions?: boolean },
): Promise<CompletedSignIn> {
  const { purpose, newPassword, revokeOtherSessions } = input;
  const { id } = await readPasswordLink(ctx, secret, purpose);
  const prepared = await prepareNewPassword(ctx, id, newPassword);
  return transaction(ctx, async (ctx) => {
    const challenge = await spendLink(ctx, secret);
    const terms = revokeOtherSessions ? { ...challenge.terms, revokeOtherSessions } : challenge.terms;
    const started = await signInBy(ctx, { ...challenge, terms }, linkMethodOf(challenge));
    const actor = { type: 'user' as const, id };
    await storeNewPassword({ ...ctx, actor }, id, prepared, purpose);
    return started;
  });
}
