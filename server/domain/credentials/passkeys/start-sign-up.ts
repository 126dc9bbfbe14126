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
  origin: string;
  wishes: CredentialWishes;
  terms: SignInOptions;
}

/** What a browser is asked for, and what it is answered by. */
export interface StartedCeremony {
  transactionId: string;
  options: object;
  /** A passkey is to be made; otherwise one is to be used. */
  create: boolean;
}

/**
 * Begins a sign-up. Nobody is registered before the passkey comes back. A login ID that is registered is refused with
 * E062107, now and then.
 */
export async function startSignUp(ctx: ProjectContext, input: PasskeySignUp): Promise<StartedCeremony> {
  const { user, wishes, terms } = input;
  const loginId = readLoginId(input.loginId);
  // Refused now rather than after the passkey was made.
  readDetails({ loginId: input.loginId, ...user });
  requireOwnName(input.loginId, user);
  const party = relyingPartyOf(ctx, input.origin);
  await requireFreeName(
    ctx,
    loginId.folded,
    'This login ID is registered; sign in, or add a passkey with webauthn/update',
  );
  // Nothing else proves who it is.
  const userVerification = 'required';
  const userHandle = newSecret();
  const { transactionId, challenge } = await beginCeremony(ctx, {
    ...{ purpose: 'signUp', party, userVerification, userHandle, terms, userId: '' },
    loginId: loginId.folded,
    details: { loginId: loginId.written, user },
  });
  const options = creationOptions({
    ...{ challenge, userVerification, wishes, extensions: wishes.extensions, excluded: [] },
    rp: { id: party.rpId, name: ctx.project.name },
    user: { id: userHandle, name: loginId.written, displayName: user.name || loginId.written },
    timeoutMs: ceremonyLifetimeMs,
  });
  return { transactionId, options, create: true };
}
