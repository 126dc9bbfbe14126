import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import type { StartedSession } from './start-session.ts';

/**
 * Signs in only if the sign-in then awaits its second factor, which hosted pages ask for before they go on, or if it used the
 * trust in this browser, which the application's server cannot show. Otherwise nothing has happened: the code or link is as valid as before. Costs nothing in a project without sign-in policies.
 */
export async function ifAwaiting<S extends StartedSession>(
  ctx: ProjectContext,
  signIn: (ctx: ProjectContext) => Promise<S>,
): Promise<S | undefined> {
  if (ctx.project.hasSignInPolicies === false) return undefined;
  try {
    return await transaction(ctx, async (ctx) => {
      const started = await signIn(ctx);
      if (!started.session.awaits && !started.trustedDevice) throw new Complete();
      return started;
    });
  } catch (error) {
    if (error instanceof Complete) return undefined;
    throw error;
  }
}

class Complete extends Error {}
