import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import {
  type CredentialWishes,
  requestOptions,
  type UserVerification,
} from '../../../protocols/webauthn/options.ts';
import { findSignInUserId } from '../../directory/users/identifiers/find-addressee.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { beginCeremony, ceremonyLifetimeMs } from './ceremony.ts';
import { inventedCredentials } from './invented-credentials.ts';
import { relyingPartyOf } from './relying-party.ts';
import { type StartedCeremony, startSignUp } from './start-sign-up.ts';
import { findPasskeysOf } from './store.ts';

export interface PasskeySignIn {
  /** The login ID, or an empty text to let the authenticator identify the user. */
  loginId: string;
  origin: string | undefined;
  wishes: CredentialWishes;
  terms: SignInOptions;
  /** The signed-in user who adds a factor to their session (step-up, MFA). */
  signedInUserId?: string | undefined;
}

/** Begins a sign-in. Unknown login IDs and those without passkeys are answered as if they had one. */
export async function startSignIn(ctx: ProjectContext, input: PasskeySignIn): Promise<StartedCeremony> {
  const { signedInUserId } = input;
  const { rpId } = relyingPartyOf(ctx, input.origin);
  const loginId = foldLoginId(input.loginId);
  if (loginId === '') return begin(ctx, input, { userId: '', loginId, allowed: [] });
  const userId = (await findSignInUserId(ctx, input.loginId)) ?? '';
  const known = await credentialIds(ctx, userId, rpId);
  if (known.length === 0 && userId !== '' && userId === signedInUserId) throw noPasskey();
  const allowed = known.length > 0 ? known : inventedCredentials(ctx, loginId, rpId);
  return begin(ctx, input, { userId, loginId, allowed });
}

/**
 * Signs up a new user, or signs in a registered one: the answer tells which. Throws E067010 for a user without a passkey, who
 * must sign in another way.
 */
export async function startSignUpOrIn(
  ctx: ProjectContext,
  input: Omit<PasskeySignIn, 'signedInUserId'>,
): Promise<StartedCeremony> {
  const { rpId } = relyingPartyOf(ctx, input.origin);
  const loginId = foldLoginId(input.loginId);
  const userId = await findSignInUserId(ctx, input.loginId);
  if (!userId) return startSignUp(ctx, { ...input, user: {} });
  const allowed = await credentialIds(ctx, userId, rpId);
  if (allowed.length === 0) throw noPasskey();
  return begin(ctx, input, { userId, loginId, allowed });
}

async function credentialIds(ctx: ProjectData, userId: string, rpId: string): Promise<string[]> {
  const passkeys = await findPasskeysOf(ctx.db, ctx.project.id, userId);
  return passkeys.filter((passkey) => passkey.rpId === rpId).map(({ credentialId }) => credentialId);
}

async function begin(
  ctx: ProjectContext,
  { origin, wishes, terms }: PasskeySignIn,
  { userId, loginId, allowed }: { userId: string; loginId: string; allowed: string[] },
): Promise<StartedCeremony> {
  const party = relyingPartyOf(ctx, origin);
  // Beside another factor, possession of the device is enough.
  const userVerification: UserVerification = terms.continues
    ? (wishes.userVerification ?? 'preferred')
    : 'required';
  const { transactionId, challenge } = await beginCeremony(ctx, {
    purpose: 'signIn',
    party,
    userVerification,
    userId,
    loginId,
    terms,
    userHandle: '',
    details: {},
  });
  const options = requestOptions({
    rpId: party.rpId,
    challenge,
    allowed,
    userVerification,
    extensions: wishes.extensions,
    timeoutMs: ceremonyLifetimeMs,
  });
  return { transactionId, options, create: false };
}

function noPasskey(): ServiceError {
  return new ServiceError(
    'E067010',
    'The user has no passkey for this page. Sign in another way and add one',
  );
}
