import type { ProjectContext } from '../../../core/context.ts';
import { requireWayToSignIn } from '../../credentials/accounts/ways-to-sign-in.ts';
import { changeUser } from '../../directory/users/change-user.ts';
import { voidExchangeCodes } from '../../sessions/sessions/exchange-code.ts';
import { deleteIdentityOfUser, listIdentitiesOfUser } from './store-identities.ts';

/**
 * Unlinks the user's account at a provider, with its tokens, and voids a code that waits for its exchange, because it could come
 * from there. Throws a LastWayError if the user could not sign in any more. Succeeds if there is no link.
 */
export async function unlinkIdentity(ctx: ProjectContext, userId: string, providerId: string): Promise<void> {
  await changeUser(ctx, userId, async (ctx) => {
    if (!(await deleteIdentityOfUser(ctx.db, ctx.project.id, providerId, userId))) return;
    await voidExchangeCodes(ctx, userId);
    await requireWayToSignIn(ctx, userId);
  });
}

/** Lists a user's accounts at the project's providers, without their tokens. */
export function listLinkedIdentities(
  ctx: ProjectContext,
  userId: string,
): Promise<{ providerId: string; issuer: string; subject: string; createdAt: number }[]> {
  return listIdentitiesOfUser(ctx.db, ctx.project.id, userId);
}
