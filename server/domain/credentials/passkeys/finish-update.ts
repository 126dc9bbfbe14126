import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { readRegistrationResponse } from '../../../protocols/webauthn/response.ts';
import { transaction } from '../../../storage/transaction.ts';
import { changeUser } from '../../directory/users/change-user.ts';
import { accountChanged } from '../../directory/users/events.ts';
import { isDisabled } from '../../directory/users/user.ts';
import { requireHeldSession } from '../../sessions/sessions/live-session.ts';
import { type StartedSession, startSession } from '../../sessions/sessions/start-session.ts';
import { completeEnrolmentBy } from '../enrolment/enrolment.ts';
import { addPasskey, readNewCredential } from './add-passkey.ts';
import { endCeremony } from './ceremony.ts';
import type { PasskeyAnswer } from './finish-sign-up.ts';
import { proofBy } from './passkey.ts';
import { readResponse } from './read-response.ts';

/**
 * Gives the passkey to the user whose session requested it, if that session is live (E064001). With MFA, that session ends
 * and a new one with both factors is returned.
 */
export async function finishUpdate(
  ctx: ProjectContext,
  answer: PasskeyAnswer,
): Promise<StartedSession | undefined> {
  const response = readResponse(readRegistrationResponse, answer.response);
  const ceremony = await endCeremony(ctx, 'update', answer.transactionId);
  const credential = await readNewCredential(ctx, response, ceremony);
  const { userId, terms, details } = ceremony;
  const acting: ProjectContext = { ...ctx, actor: { type: 'user', id: userId } };
  return transaction(acting, async (ctx) => {
    const begunIn = await requireHeldSession(ctx, details.sessionId);
    await changeUser(ctx, userId, async (ctx, user) => {
      if (isDisabled(user)) throw new ServiceError('E062109');
      await completeEnrolmentBy(ctx, { begunIn, sessionId: begunIn.id }, 'passkey');
      await addPasskey(ctx, userId, credential, ceremony);
      await happen(ctx, accountChanged, { kind: 'factorAdded', userId, factor: 'passkey' });
    });
    if (!details.startsSession) return undefined;
    return startSession(ctx, { userId, ...proofBy(credential.userVerified), terms });
  });
}
