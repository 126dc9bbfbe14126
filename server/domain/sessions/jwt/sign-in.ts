import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { createUser, type NewUser } from '../../directory/users/create-user.ts';
import { findAddressee, loadSignInUser } from '../../directory/users/identifiers/find-addressee.ts';
import { authenticateRefresh } from '../sessions/authenticate.ts';
import { type StartedSession, startSession } from '../sessions/start-session.ts';
import { type LoginOptions, readManagementTerms, readTerms, type SessionTerms } from '../sessions/terms.ts';

export interface ManagementSignIn {
  loginId: string;
  options: LoginOptions;
  /** The refresh JWT of the session that step-up and MFA add to. */
  jwt?: string | undefined;
  lifetimeSeconds?: number | undefined;
}

/** Starts a session of a user on the word of the integrator, who has found out by other means who it is. */
export async function signInOnRequest(ctx: ProjectContext, input: ManagementSignIn): Promise<StartedSession> {
  const { loginId, options, jwt, lifetimeSeconds } = input;
  const signedInUser = async () => {
    if (jwt) return authenticateRefresh(ctx, jwt);
    throw new ServiceError('E011002', 'The jwt field is required for stepup and mfa');
  };
  const { continues } = await readTerms({ ...ctx, signedInUser }, options);
  const terms = { ...readManagementTerms(options), ...(continues && { continues }) };
  const { id } = await loadSignInUser(ctx, loginId);
  return start(ctx, id, terms, lifetimeSeconds);
}

export interface ManagementSignUp {
  user: NewUser;
  customClaims?: Record<string, unknown>;
  lifetimeSeconds?: number | undefined;
}

/** Makes a user and starts a session of theirs, or does nothing: E062107 when the login ID is somebody's. */
export async function signUpOnRequest(ctx: ProjectContext, input: ManagementSignUp): Promise<StartedSession> {
  const terms = readManagementTerms({ customClaims: input.customClaims });
  return transaction(ctx, async (ctx) => {
    const { id } = await createUser(ctx, { ...input.user, status: 'enabled' });
    return start(ctx, id, terms, input.lifetimeSeconds);
  });
}

/** A user whom there is already is signed in, and stays as they are. */
export async function signUpOrInOnRequest(
  ctx: ProjectContext,
  input: ManagementSignUp,
): Promise<{ started: StartedSession; firstSeen: boolean }> {
  const { loginId } = input.user;
  if ((await findAddressee(ctx, loginId)) === 'nobody') {
    try {
      return { started: await signUpOnRequest(ctx, input), firstSeen: true };
    } catch (error) {
      // Somebody else was faster with the same login ID.
      if (!(error instanceof ServiceError) || error.code !== 'E062107') throw error;
    }
  }
  const { customClaims, lifetimeSeconds } = input;
  const started = await signInOnRequest(ctx, { loginId, options: { customClaims }, lifetimeSeconds });
  return { started, firstSeen: false };
}

/** No factor of RFC 8176 was proven here: `mgmt` says whose word it is. */
function start(
  ctx: ProjectContext,
  userId: string,
  terms: SessionTerms,
  lifetimeSeconds = 0,
): Promise<StartedSession> {
  return startSession(ctx, { userId, amr: ['mgmt'], method: 'management', terms, lifetimeSeconds });
}
