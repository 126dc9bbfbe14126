import type { ProjectContext } from '../../../core/context.ts';
import { readRegistrationResponse } from '../../../protocols/webauthn/response.ts';
import { transaction } from '../../../storage/transaction.ts';
import { createUser } from '../../directory/users/create-user.ts';
import { type StartedSession, startSession } from '../../sessions/sessions/start-session.ts';
import { addPasskey, readNewCredential } from './add-passkey.ts';
import { endCeremony } from './ceremony.ts';
import { readResponse } from './read-response.ts';

export interface PasskeyAnswer {
  transactionId: string;
  /** JSON of the authenticator's answer. */
  response: string;
}

/** Registers whoever has made the passkey and signs them in, or nothing. E062107 when the login ID is taken by now. */
export async function finishSignUp(ctx: ProjectContext, answer: PasskeyAnswer): Promise<StartedSession> {
  const response = readResponse(readRegistrationResponse, answer.response);
  const ceremony = await endCeremony(ctx, 'signUp', answer.transactionId);
  const credential = await readNewCredential(ctx, response, ceremony);
  const { loginId, user } = ceremony.details;
  // Whoever signs up says a name and addresses; nothing of it is proven, and nothing else can be set.
  const { name, givenName, middleName, familyName, email, phone } = user;
  return transaction(ctx, async (ctx) => {
    const { id: userId } = await createUser(ctx, {
      ...{ loginId, name, givenName, middleName, familyName, email, phone },
      verifiedEmail: false,
      verifiedPhone: false,
      status: 'enabled',
      selfRegistered: true,
    });
    await addPasskey(ctx, userId, credential, ceremony);
    return startSession(ctx, { userId, amr: ['webauthn'], method: 'webauthn', terms: ceremony.terms });
  });
}
