import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { type BatchResult, eachByItself } from '../../directory/users/batches.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { readUserId } from '../../directory/users/user.ts';
import { createAccount, type NewAccount } from './create-account.ts';
import type { Invitation } from './invitation.ts';
import { inviteNewUser, inviteUser } from './invite-user.ts';

/**
 * Creates accounts, each by itself. An entry fails if its login ID is taken or repeats an earlier entry's,
 * so that sending a batch again neither creates nor notifies a user twice. An entry with an existing user's ID sends that
 * user another invitation.
 */
export function createAccounts(
  ctx: ProjectContext,
  entries: NewAccount[],
  invitation?: Invitation,
): Promise<BatchResult<NewAccount>> {
  const seen = new Set<string>();
  const create = (entry: NewAccount) => {
    const folded = foldLoginId(entry.loginId);
    if (seen.has(folded))
      throw new ServiceError(
        'E062107',
        'loginId repeats an earlier entry of the batch. Name each login ID once',
      );
    seen.add(folded);
    if (!invitation) return createAccount(ctx, entry);
    const invite = readUserId(entry.loginId) ? inviteUser : inviteNewUser;
    return invite(ctx, entry, invitation);
  };
  // Passwords are hashed one after the other: together they would fill the queue of the hashes.
  return eachByItself(ctx, entries, create, (entry) => !invitation && entry.password === undefined);
}
