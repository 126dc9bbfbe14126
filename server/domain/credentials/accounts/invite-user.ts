import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { withReferences } from '../../directory/users/change-user.ts';
import { createCheckedUser } from '../../directory/users/create-user.ts';
import { findUserId, loadUserById } from '../../directory/users/load-user.ts';
import { readUserId, type User } from '../../directory/users/user.ts';
import { checkAccount, type NewAccount } from './create-account.ts';
import type { Invitation } from './invitation.ts';
import { sendInvite } from './send-invite.ts';

/**
 * Creates a user and sends them a link, or does neither. An existing user with this login ID or user ID stays unchanged
 * and gets another link.
 */
export async function inviteUser(
  ctx: ProjectContext,
  input: NewAccount,
  invitation: Invitation,
): Promise<User> {
  // A text in the form of a user ID can only be a user ID: login IDs never have this form.
  const existing = readUserId(input.loginId) || (await findUserId(ctx, input.loginId));
  if (existing) return inviteAgain(ctx, existing, invitation);
  try {
    return await inviteNewUser(ctx, input, invitation);
  } catch (error) {
    // When two invitations run at once, one creates the user and the other finds that user.
    const made = isConflict(error) ? await findUserId(ctx, input.loginId) : undefined;
    if (made === undefined) throw error;
    return inviteAgain(ctx, made, invitation);
  }
}

/** Creates and invites a user. Throws E062107 if the login ID is taken. */
export async function inviteNewUser(
  ctx: ProjectContext,
  input: NewAccount,
  invitation: Invitation,
): Promise<User> {
  const account = await checkAccount(ctx, input);
  return withReferences(ctx, async (ctx) => {
    const user = await createCheckedUser(ctx, account);
    return sendInvite(ctx, user, invitation);
  });
}

function inviteAgain(ctx: ProjectContext, userId: string, invitation: Invitation): Promise<User> {
  return transaction(ctx, async (ctx) => {
    const user = await loadUserById(ctx, userId);
    return sendInvite(ctx, user, invitation);
  });
}

function isConflict(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'E062107';
}
