import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { isAllowedRedirect } from '../projects/redirect-urls.ts';
import { createUser, type NewUser } from './create-user.ts';
import { findUserId, loadUserById } from './load-user.ts';
import { type User, userIdPattern } from './user.ts';

/** How somebody is invited. */
export interface Invitation {
  /** Where the link in the message leads. */
  inviteUrl?: string;
}

/**
 * Makes a user who is `invited`. Whoever has the login ID (or user ID) already is returned without change. No message is
 * sent yet.
 */
export async function inviteUser(ctx: ProjectContext, input: NewUser, invitation: Invitation): Promise<User> {
  checkInvitation(ctx, invitation);
  // What looks like a user ID is one: no login ID can.
  if (userIdPattern.test(input.loginId)) return loadUserById(ctx, input.loginId);
  const existing = await findUserId(ctx, input.loginId);
  if (existing) return loadUserById(ctx, existing);
  try {
    return await createUser(ctx, input);
  } catch (error) {
    // Of two invitations at once one makes the user, and the other finds the user made.
    const made = isConflict(error) ? await findUserId(ctx, input.loginId) : undefined;
    if (made === undefined) throw error;
    return loadUserById(ctx, made);
  }
}

/** E011004 when the link would lead where the project sends nobody. */
export function checkInvitation(ctx: ProjectContext, { inviteUrl }: Invitation): void {
  if (inviteUrl && !isAllowedRedirect(ctx, inviteUrl)) {
    throw new ServiceError('E011004', 'inviteUrl is not one of the redirect URLs that the project allows');
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'E062107';
}
