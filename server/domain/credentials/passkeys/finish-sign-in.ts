import type { ProjectContext } from '../../../core/context.ts';
import { verifyAssertion } from '../../../protocols/webauthn/assertion.ts';
import { type AssertionResponse, readAssertionResponse } from '../../../protocols/webauthn/response.ts';
import { transaction } from '../../../storage/transaction.ts';
import { hasSignInName } from '../../directory/users/identifiers/find-addressee.ts';
import { type StartedSession, startSession } from '../../sessions/sessions/start-session.ts';
import { type Ceremony, endCeremony, expectationOf } from './ceremony.ts';
import type { PasskeyAnswer } from './finish-sign-up.ts';
import { proofBy } from './passkey.ts';
import { readResponse, reasonOf, refused } from './read-response.ts';
import { findPasskey, type PasskeyRow, raiseSignCount } from './store.ts';

/** Signs in the user who has the passkey. The conditions under which the ceremony began must still hold. */
export async function finishSignIn(ctx: ProjectContext, answer: PasskeyAnswer): Promise<StartedSession> {
  const response = readResponse(readAssertionResponse, answer.response);
  const ceremony = await endCeremony(ctx, 'signIn', answer.transactionId);
  const passkey = await findPasskey(ctx.db, ctx.project.id, response.id);
  if (!passkey) throw refused('no user has this passkey');
  const started = await signIn(ctx, { response, ceremony, passkey });
  if (typeof started === 'object') return started;
  const { userId, credentialId } = passkey;
  throw refused(started, { userId, data: { credentialId, reason: started } });
}

interface Attempt {
  response: AssertionResponse;
  ceremony: Ceremony<'signIn'>;
  passkey: PasskeyRow;
}

/** Signs in, or returns the reason for refusing. */
async function signIn(ctx: ProjectContext, attempt: Attempt): Promise<StartedSession | string> {
  const { response, ceremony, passkey } = attempt;
  const { credentialId, userId } = passkey;
  const stranger = whyNotMeant(attempt);
  if (stranger) return stranger;
  const credential = {
    id: credentialId,
    publicKey: passkey.publicKey,
    signCount: passkey.signCount,
    backupEligible: passkey.backupEligible === 1,
  };
  try {
    const { userVerified, ...used } = await verifyAssertion(response, {
      ...expectationOf(ctx, ceremony),
      credential,
    });
    return await transaction(ctx, async (ctx) => {
      if (!(await raiseSignCount(ctx.db, ctx.project.id, { credentialId, ...used }))) {
        throw new Unmet('the passkey was deleted, or was used with this count before');
      }
      const { terms } = ceremony;
      const started = await startSession(ctx, { userId, ...proofBy(userVerified), terms });
      // Holds the user from here on, so that the login ID cannot be removed while this is being committed.
      if (ceremony.loginId && !hasSignInName(started.user, ceremony.loginId)) {
        throw new Unmet('the login ID or address no longer belongs to the user');
      }
      return started;
    });
  } catch (error) {
    return error instanceof Unmet ? error.message : reasonOf(error);
  }
}

class Unmet extends Error {}

/** Checks whose passkey it must be (WebAuthn Level 3 §7.2, step 6). */
function whyNotMeant({ response, ceremony, passkey }: Attempt): string | undefined {
  const { userHandle } = response;
  if (passkey.rpId !== ceremony.party.rpId) return 'the passkey belongs to another domain';
  if (ceremony.loginId && passkey.userId !== ceremony.userId) return 'the passkey belongs to another user';
  if (!ceremony.loginId && !userHandle) return 'the authenticator did not identify the user';
  if (userHandle && userHandle !== passkey.userHandle) return 'the authenticator identified another user';
  return undefined;
}
