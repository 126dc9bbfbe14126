import type { ProjectContext } from '../../../core/context.ts';
import { newSecret } from '../../../core/crypto.ts';
import { type CredentialWishes, creationOptions } from '../../../protocols/webauthn/options.ts';
import { readDetails, type UserDetails } from '../../directory/users/details.ts';
import { requireFreeName } from '../../directory/users/identifiers/find-addressee.ts';
import { readLoginId } from '../../directory/users/identifiers/login-id.ts';
import { requireOwnName } from '../../directory/users/identifiers/unproven-names.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { beginCeremony, ceremonyLifetimeMs } from './ceremony.ts';
import { relyingPartyOf } from './relying-party.ts';

export interface PasskeySignUp {
  loginId: string;
  user: UserDetails;
  origin: string | undefined;
  wishes: CredentialWishes;
  terms: SignInOptions;
}

/** The options for the browser, and the reference that the answer comes back with. */
export interface StartedCeremony {
  transactionId: string;
  options: object;
  /** True to create a passkey, false to use one. */
  create: boolean;
}

/**
 * Begins a sign-up. Creates no user before the passkey comes back. Throws E062107 for a registered login ID, now and again
 * when the passkey comes back.
 */
export async function startSignUp(ctx: ProjectContext, input: PasskeySignUp): Promise<StartedCeremony> {
  const { user, wishes, terms } = input;
  const loginId = readLoginId(input.loginId);
  // Refused here, rather than after the passkey was created.
  readDetails({ loginId: input.loginId, ...user });
  requireOwnName(input.loginId, user);
  const party = relyingPartyOf(ctx, input.origin);
  await requireFreeName(
    ctx,
    loginId.folded,
    'This login ID is already registered. Sign in, or add a passkey with webauthn/update',
  );
  // Requires verification, because nothing else proves the user's identity.
  const userVerification = 'required';
  const userHandle = newSecret();
  const { transactionId, challenge } = await beginCeremony(ctx, {
    purpose: 'signUp',
    party,
    userVerification,
    userHandle,
    terms,
    userId: '',
    loginId: loginId.folded,
    details: { loginId: loginId.written, user },
  });
  const options = creationOptions({
    challenge,
    userVerification,
    wishes,
    extensions: wishes.extensions,
    excluded: [],
    rp: { id: party.rpId, name: ctx.project.name },
    user: { id: userHandle, name: loginId.written, displayName: user.name || loginId.written },
    timeoutMs: ceremonyLifetimeMs,
  });
  return { transactionId, options, create: true };
}
