import type { ProjectContext } from '../../../core/context.ts';
import { readRegistrationResponse } from '../../../protocols/webauthn/response.ts';
import { transaction } from '../../../storage/transaction.ts';
import { createUser } from '../../directory/users/create-user.ts';
import { selfGiven } from '../../directory/users/details.ts';
import { type StartedSession, startSession } from '../../sessions/sessions/start-session.ts';
import { addPasskey, readNewCredential } from './add-passkey.ts';
import { endCeremony } from './ceremony.ts';
import { proofBy } from './passkey.ts';
import { readResponse } from './read-response.ts';

export interface PasskeyAnswer {
  transactionId: string;
  /** The authenticator's answer as JSON. */
  response: string;
}

/** Registers the user with the created passkey and signs them in, or does nothing. Throws E062107 if the login ID is taken. */
export async function finishSignUp(ctx: ProjectContext, answer: PasskeyAnswer): Promise<StartedSession> {
  const response = readResponse(readRegistrationResponse, answer.response);
  const ceremony = await endCeremony(ctx, 'signUp', answer.transactionId);
  const credential = await readNewCredential(ctx, response, ceremony);
  const { loginId, user } = ceremony.details;
  return transaction(ctx, async (ctx) => {
    const { id: userId } = await createUser(ctx, {
      ...selfGiven(user),
      loginId,
      // None of the addresses is proven.
      verifiedEmail: false,
      verifiedPhone: false,
      status: 'enabled',
      selfRegistered: true,
    });
    await addPasskey(ctx, userId, credential, ceremony);
    return startSession(ctx, { userId, ...proofBy(credential.userVerified), terms: ceremony.terms });
  });
}
