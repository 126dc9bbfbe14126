import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Vouching } from '../../../http/endpoint.ts';

/** The evidence about the person who brings a secret back, beside the secret. */
export interface Bringer {
  /** The live session whose refresh JWT the request carries. */
  session?: { id: string; userId: string };
  /** The caller is a server of the project, authenticated by a management key. */
  isVouchedFor: boolean;
}

/** A caller that presents nothing but the secret. */
export const stranger: Bringer = { isVouchedFor: false };

/** Reads the evidence, outside any transaction. An expired or impersonation token counts for nothing. */
export async function readBringer(
  ctx: ProjectContext & Vouching & { signedInUser(): Promise<UserContext> },
): Promise<Bringer> {
  const session = await findSession(ctx.signedInUser);
  return { ...(session && { session }), isVouchedFor: await ctx.isVouchedFor() };
}

/** The session of the signed-in caller, if there is one. */
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
