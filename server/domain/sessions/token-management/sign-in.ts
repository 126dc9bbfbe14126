import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { createUser } from '../../directory/users/create-user.ts';
import { findAddressee, loadSignInUser } from '../../directory/users/identifiers/find-addressee.ts';
import type { NewUser } from '../../directory/users/new-user.ts';
import { authenticateRefresh } from '../sessions/authenticate.ts';
import {
  type LoginOptions,
  readManagementSignInOptions,
  readSignInOptions,
  type SignInOptions,
} from '../sessions/sign-in-options.ts';
import { type StartedSession, startSession } from '../sessions/start-session.ts';

export interface ManagementSignIn {
  loginId: string;
  options: LoginOptions;
  /** The refresh JWT of the session that step-up and MFA continue. */
  jwt?: string | undefined;
  lifetimeSeconds?: number | undefined;
}

/** Starts a session of a user whom the integrator has authenticated by its own means. */
export async function signInOnRequest(ctx: ProjectContext, input: ManagementSignIn): Promise<StartedSession> {
  const { loginId, options, jwt, lifetimeSeconds } = input;
  const signedInUser = async () => {
    if (jwt) return authenticateRefresh(ctx, jwt);
    throw new ServiceError('E011002', 'The jwt field is required for stepup and mfa');
  };
  const { continues } = await readSignInOptions({ ...ctx, signedInUser }, options);
  const terms = { ...readManagementSignInOptions(options), ...(continues && { continues }) };
  const { id } = await loadSignInUser(ctx, loginId);
  return start(ctx, id, terms, lifetimeSeconds);
}

export interface ManagementSignUp {
  user: NewUser;
  customClaims?: Record<string, unknown>;
  lifetimeSeconds?: number | undefined;
}

/** Creates a user and starts a session for them, or does nothing: throws E062107 for a login ID in use. */
export async function signUpOnRequest(ctx: ProjectContext, input: ManagementSignUp): Promise<StartedSession> {
  const terms = readManagementSignInOptions({ customClaims: input.customClaims });
  return transaction(ctx, async (ctx) => {
    const { id } = await createUser(ctx, { ...input.user, status: 'enabled' });
    return start(ctx, id, terms, input.lifetimeSeconds);
  });
}

/** Signs in an existing user without changing them, or else creates the user. */
export async function signUpOrInOnRequest(
  ctx: ProjectContext,
  input: ManagementSignUp,
): Promise<{ started: StartedSession; firstSeen: boolean }> {
  const { loginId } = input.user;
  if ((await findAddressee(ctx, loginId)) === 'nobody') {
    try {
      return { started: await signUpOnRequest(ctx, input), firstSeen: true };
    } catch (error) {
      // A concurrent request has created the user.
      if (!(error instanceof ServiceError) || error.code !== 'E062107') throw error;
    }
  }
  const { customClaims, lifetimeSeconds } = input;
  const started = await signInOnRequest(ctx, { loginId, options: { customClaims }, lifetimeSeconds });
  return { started, firstSeen: false };
}

/** Starts the session. No factor of RFC 8176 was proven here: `mgmt` names the back end as the source. */
function start(
  ctx: ProjectContext,
  userId: string,
  terms: SignInOptions,
  lifetimeSeconds = 0,
): Promise<StartedSession> {
  return startSession(ctx, { userId, amr: ['mgmt'], method: 'management', terms, lifetimeSeconds });
}
