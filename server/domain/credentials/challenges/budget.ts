import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { wasLastToSignIn } from '../../../core/last-sign-in.ts';
import { type MessageRequest, returnMessagePlace } from '../../../delivery/outbox.ts';
import { verifyToken } from '../../sessions/sessions/authenticate.ts';
import { findLiveSession } from '../../sessions/sessions/live-session.ts';
import type { Challenge } from './challenge.ts';
import type { ChallengePurpose } from './purposes.ts';

/** Returns the budget that a code or link counts against. */
export function budgetOf(purpose: ChallengePurpose, isCode: boolean): NonNullable<MessageRequest['budget']> {
  if (purpose === 'passwordReset') return 'reset';
  if (purpose === 'invite' || purpose === 'update') return purpose;
  return isCode ? 'code' : 'link';
}

/** Returns the place in the budget of a code or link that is being used. Part of the transaction that spends it. */
export async function returnBudget(ctx: ProjectContext, challenge: Challenge): Promise<void> {
  const { channel, address: to, purpose, kind } = challenge;
  if (channel === '' || to === '') return;
  await returnMessagePlace(ctx, { channel, to, budget: budgetOf(purpose, kind === 'code') });
}

/**
 * Finds out whether the request proves that it comes from a user: by the refresh JWT of a live session, or by the cookie
 * of the last sign-in in this browser. Call it before looking up the user in question, so that its duration reveals
 * nothing. A rotated token counts too and is no sign of theft here, because it buys nothing but a place in the budget.
 */
export async function readEvidence(ctx: ProjectContext): Promise<(userId: string) => boolean> {
  const shown = await userOfRefreshJwt(ctx);
  return (userId) => userId !== '' && (userId === shown || wasLastToSignIn(ctx, userId));
}

async function userOfRefreshJwt(ctx: ProjectContext): Promise<string | undefined> {
  const { refreshJwt } = ctx.request;
  if (!refreshJwt) return undefined;
  try {
    const { sid, sub, act } = await verifyToken(ctx, refreshJwt, 'DSR');
    if (act !== undefined || typeof sid !== 'string') return undefined;
    // Reads without locking: such a request must not wait for others that hold the user.
    const userId = (await findLiveSession(ctx, sid))?.userId;
    return userId === sub ? userId : undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return undefined;
    throw error;
  }
}
