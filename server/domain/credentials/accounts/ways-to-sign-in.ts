import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { canDeliver } from '../../../delivery/outbox.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import type { StoredUser } from '../../directory/users/user.ts';
import { rulesForUser } from '../passwords/rules.ts';

/** Refuses to remove a user's last way to sign in. */
export class LastWayError extends ServiceError {
  constructor() {
    super('E011004', 'This is the last way to sign in. Add another one before you remove it');
  }
}

/** Throws a LastWayError if the user cannot sign in any more. Part of the transaction that has removed a way. */
export async function requireWayToSignIn(ctx: ProjectContext, userId: string): Promise<void> {
  if (!(await canSignIn(ctx, await loadUserById(ctx, userId)))) throw new LastWayError();
}

async function canSignIn(ctx: ProjectContext, user: StoredUser): Promise<boolean> {
  if (user.hasPasskey || user.hasTotp) return true;
  if (user.oauthProviders.length > 0 || user.ssoProtocols.length > 0) return true;
  if (user.hasPassword && (await rulesForUser(ctx, user.id)).isEnabled) return true;
  if (user.verifiedEmail && (await canDeliver(ctx, 'email'))) return true;
  return user.verifiedPhone && (await canDeliver(ctx, 'sms'));
}
