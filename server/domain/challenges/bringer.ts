import type { ProjectContext, UserContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Vouching } from '../../http/endpoint.ts';

/** The evidence about the person who brings a secret back, beside the secret. */
export interface Bringer {
  /** The live session whose refresh JWT came along. */
  session?: { id: string; userId: string };
  /** A server of the project brings it, with a management key. */
  isVouchedFor: boolean;
}

/** Nothing but the secret. */
export const stranger: Bringer = { isVouchedFor: false };

/** Not within a transaction. A token that has run out, or is of an impersonation, says nothing. */
export async function readBringer(
  ctx: ProjectContext & Vouching & { signedInUser(): Promise<UserContext> },
): Promise<Bringer> {
  const session = await findSession(ctx.signedInUser);
  return { ...(session && { session }), isVouchedFor: await ctx.isVouchedFor() };
}

/** The session of whoever is signed in, if anybody is. */
export async function findSession(
  signedInUser: () => Promise<UserContext>,
): Promise<Bringer['session'] | undefined> {
  try {
    const { id, userId, impersonatorId } = (await signedInUser()).session;
    return impersonatorId ? undefined : { id, userId };
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 401 || error.status === 403)) return undefined;
    throw error;
  }
}
