import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { transaction } from '../../../storage/transaction.ts';
import { accountChanged } from '../../directory/users/events.ts';
import { findSignInUserId } from '../../directory/users/identifiers/find-addressee.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { type StartedSession, startSession } from '../../sessions/sessions/start-session.ts';
import { hashRecoveryCode, readRecoveryCode } from './code.ts';
import * as store from './store.ts';

/**
 * Completes a sign-in with a code, and uses the code up. Throws E061102 for a wrong code and for an unknown user, and E064002 if there
 * is no sign-in to complete. A refused sign-in keeps the code.
 */
export async function signInWithRecoveryCode(
  ctx: ProjectContext,
  { loginId, code, terms }: { loginId: string; code: string; terms: SignInOptions },
): Promise<StartedSession> {
  if (!terms.continues) {
    throw new ServiceError(
      'E064002',
      'A recovery code can only complete a sign-in. Send loginOptions.mfa and the token of that sign-in',
    );
  }
  const userId = await findSignInUserId(ctx, loginId);
  if (!userId || !readRecoveryCode(code)) throw new ServiceError('E061102');
  const started = await transaction(ctx, async (ctx) => {
    if (!(await store.takeCode(ctx.db, ctx.project.id, userId, hashRecoveryCode(userId, code))))
      return undefined;
    const session = await startSession(ctx, { userId, amr: ['recovery'], method: 'recoveryCode', terms });
    if (session.session.awaits)
      throw new ServiceError(
        'E064002',
        `A recovery code cannot complete this sign-in. Use one of these: ${session.session.awaits.methods.join(', ')}`,
      );
    await happen(ctx, accountChanged, { kind: 'recoveryCodeUsed', userId });
    return session;
  });
  if (started) return started;
  throw new ServiceError('E061102', undefined, { about: { userId } });
}
