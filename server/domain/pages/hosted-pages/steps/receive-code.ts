import { ServiceError } from '../../../../core/errors.ts';
import { exchangeCode } from '../../../sessions/sessions/exchange-code.ts';
import { ifAwaiting } from '../../../sessions/sessions/if-awaiting.ts';
import { plainSignInOptions, type SignInOptions } from '../../../sessions/sessions/sign-in-options.ts';
import { type Flow, type Outcome, type Place, went } from '../flow.ts';
import { problemOf } from '../problems.ts';
import { backTo } from '../target.ts';

/** Returns the options of a sign-in at another site, whose code belongs to the place where it began. */
export function termsAt({ collectedBy }: Pick<Place, 'collectedBy'>): SignInOptions {
  return { ...plainSignInOptions, ...(collectedBy && { collectedBy }) };
}

/**
 * Passes the code of a sign-in at another site on to the application, unless the sign-in awaits a second factor: that is asked
 * for here first.
 */
export async function receiveCode(flow: Flow, code: string): Promise<Outcome> {
  const { ctx, target, visit } = flow;
  try {
    const awaiting = await ifAwaiting(ctx, async (ctx) => {
      const { started, grant } = await exchangeCode(ctx, code);
      return { ...started, firstSeen: grant.firstSeen };
    });
    if (awaiting) return { started: awaiting, firstSeen: awaiting.firstSeen };
  } catch (error) {
    // The application reports an invalid code.
    const problem = problemOf(error);
    if (!problem) throw error;
    const isInvalid = error instanceof ServiceError && error.code === 'E067102';
    if (!isInvalid) return { step: 'start', visit: went(visit, { problem: { ...problem, step: 'start' } }) };
  }
  return { url: backTo(target, { code }) };
}
